import type { AnyStateMachine, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import { declaredTransitions } from './declared-transitions.ts';

/** What of a chart has been taken by the actors that were watched. */
export interface Coverage<Machine extends AnyStateMachine> {
  /** The machine to make the actors of: the same, but that its guards are listened to. */
  readonly machine: Machine;
  /** Goes into `createActor(machine, { inspect })`. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Names of the transitions taken since this was last asked, oldest first. */
  takeStep(): readonly string[];
  /** Names of all that the chart declares (see `declaredTransitions`). */
  readonly declared: readonly string[];
  readonly taken: ReadonlySet<string>;
  /** Declared and never taken. */
  readonly missing: readonly string[];
  /** By each name in the machine's `guards`, which outcomes were seen. */
  readonly guards: ReadonlyMap<string, GuardOutcomes>;
}

/** What a guard has said so far. */
export interface GuardOutcomes {
  readonly passed: boolean;
  readonly refused: boolean;
}

/** Watches which transitions actors of a machine take, and what its guards say on the way. */
export function createCoverage<Machine extends AnyStateMachine>(bare: Machine): Coverage<Machine> {
  const guards = new Map<string, GuardOutcomes>();
  const machine = listeningTo(bare, guards);
  const declared = declaredTransitions(machine);
  const nameOf = new Map<AnyTransitionDefinition, string>(
    declared.map(({ definition, name }) => [definition, name]),
  );
  const taken = new Set<string>();
  let step: string[] = [];
  return {
    machine,
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const definition of event._transitions) {
        // Those of children belong to other machines.
        const name = nameOf.get(definition);
        if (name === undefined) continue;
        taken.add(name);
        step.push(name);
      }
    },
    takeStep: () => {
      const names = step;
      step = [];
      return names;
    },
    declared: declared.map(({ name }) => name),
    taken,
    get missing() {
      return declared.map(({ name }) => name).filter((name) => !taken.has(name));
    },
    guards,
  };
}

/** XState knows two kinds: plain functions, and `not`, `and`, `or` and `stateIn`, which have a `check`. */
interface BuiltInGuard {
  check(snapshot: unknown, moment: unknown, params: unknown): boolean;
}
type PlainGuard = (moment: unknown, params: unknown) => boolean;

function listeningTo<Machine extends AnyStateMachine>(
  machine: Machine,
  outcomes: Map<string, GuardOutcomes>,
): Machine {
  const note = (name: string, passes: boolean) => {
    const { passed, refused } = outcomes.get(name) ?? never;
    outcomes.set(name, { passed: passed || passes, refused: refused || !passes });
    return passes;
  };
  const guards: Record<string, unknown> = {};
  for (const [name, guard] of Object.entries<unknown>(machine.implementations.guards)) {
    // One that only names another is listened to where the other stands.
    if (typeof guard !== 'function') continue;
    outcomes.set(name, never);
    guards[name] = listening(guard, (passes) => note(name, passes));
  }
  return machine.provide({ guards: guards as NonNullable<unknown> }) as Machine;
}

const never: GuardOutcomes = { passed: false, refused: false };

function listening(guard: object, note: (passes: boolean) => boolean): unknown {
  if (!('check' in guard)) {
    const plain = guard as PlainGuard;
    return (moment: unknown, params: unknown) => note(plain(moment, params));
  }
  const builtIn = guard as BuiltInGuard;
  const check: BuiltInGuard['check'] = (snapshot, moment) =>
    note(builtIn.check(snapshot, moment, guard));
  return Object.assign(() => false, guard, { check });
}
