import { getNextTransitions, type AnyMachineSnapshot, type EventObject } from 'xstate';
import { reachableStates, TraversalLimitError } from '../graph/traversal.ts';
import { isPossible, matches, type NamedCase } from './event-cases.ts';
import { machineThrew, type Walked } from './moment.ts';
import { PathError } from './path-error.ts';
import { contextValues, type ContextValues } from './plain-context.ts';
import { stateName } from './state-names.ts';
import { isTimer, timerName } from './timers.ts';

/** Every state that was found, the start first. */
export interface Space {
  readonly start: SpaceState;
  readonly states: readonly SpaceState[];
}

export interface SpaceState {
  readonly name: string;
  readonly snapshot: AnyMachineSnapshot;
  /** Everything that can happen in it and that the chart names there, in order. */
  readonly steps: readonly SpaceStep[];
}

export interface SpaceStep {
  /** Name of the event case or of the timer. */
  readonly name: string;
  readonly event: EventObject;
  /** False if every guard kept it out. */
  readonly heeded: boolean;
  readonly result: AnyMachineSnapshot;
  readonly to: SpaceState;
}

export interface SpaceOptions {
  /** Snapshots with the same key count as one state. Default: states, status, context and children. */
  readonly keyOf?: ((snapshot: AnyMachineSnapshot) => string) | undefined;
  /** The most steps that are tried. */
  readonly limit: number;
  readonly onProgress?: ((progress: PathProgress) => void) | undefined;
}

/** How far an exploration has come. */
export interface PathProgress {
  readonly states: number;
  readonly steps: number;
}

/** @throws PathError `LIMIT_EXCEEDED`, `MACHINE_THREW`, `BAD_CONTEXT` */
export function exploreSpace(walked: Walked, options: SpaceOptions): Space {
  const explorer = new Explorer(walked, options);
  const reached = explorer.explore();
  const states = new Map<string, SpaceState & { readonly steps: SpaceStep[] }>();
  for (const { key, state } of reached.values())
    states.set(key, { name: stateName(state), snapshot: state, steps: [] });
  for (const { key, steps } of reached.values())
    for (const { event, result, to } of steps) {
      const from = states.get(key);
      const target = states.get(to);
      if (from === undefined || target === undefined) throw keyIsUnstable(walked);
      const name = explorer.nameOf(event);
      from.steps.push({ name, event, heeded: from.snapshot.can(event), result, to: target });
    }
  const [start] = states.values();
  if (start === undefined) throw keyIsUnstable(walked);
  return { start, states: [...states.values()] };
}

/** What a traversal of any machine yields; its own types are lost on one that is not known. */
interface Reached {
  readonly key: string;
  readonly state: AnyMachineSnapshot;
  readonly steps: readonly {
    readonly event: EventObject;
    readonly result: AnyMachineSnapshot;
    readonly to: string;
  }[];
}

class Explorer {
  readonly #walked: Walked;
  readonly #options: SpaceOptions;
  readonly #names: Map<string, string>;
  #states = 0;
  #steps = 0;
  /** The state whose events were asked for last, to tell where the machine threw. */
  #last = 'starts';

  constructor(walked: Walked, options: SpaceOptions) {
    this.#walked = walked;
    this.#options = options;
    this.#names = new Map(walked.cases.map(({ event, name }) => [JSON.stringify(event), name]));
  }

  explore(): ReadonlyMap<string, Reached> {
    const { machine, input, ignored } = this.#walked;
    const { limit, keyOf = (snapshot) => wholeKey(snapshot, ignored) } = this.#options;
    try {
      const reached = reachableStates(machine, {
        input,
        limit,
        keyOf,
        eventsIn: (snapshot: AnyMachineSnapshot) => this.#eventsIn(snapshot),
      });
      return reached as ReadonlyMap<string, Reached>;
    } catch (error) {
      if (error instanceof TraversalLimitError) throw this.#tooLarge(error);
      if (error instanceof PathError) throw error;
      throw machineThrew(error, this.#last);
    }
  }

  nameOf(event: EventObject): string {
    return this.#names.get(JSON.stringify(event)) ?? timerName(event.type, this.#walked.machine);
  }

  readonly #seen: ContextValues[] = [];

  #eventsIn(snapshot: AnyMachineSnapshot): EventObject[] {
    const events = eventsIn(snapshot, this.#walked.cases);
    this.#last = `took one of ${events.map(({ type }) => type).join(', ')} in ${stateName(snapshot)}`;
    this.#states += 1;
    this.#steps += events.length;
    this.#seen.push(contextValues(snapshot.context, this.#walked.ignored));
    if (this.#states % 100 === 0)
      this.#options.onProgress?.({ states: this.#states, steps: this.#steps });
    return events;
  }

  #tooLarge(cause: TraversalLimitError): PathError {
    const { limit } = this.#options;
    const restless = mostRestless(this.#seen);
    const blame =
      restless.length === 0 ? '' : ` What took the most values: ${restless.join(', ')}.`;
    return new PathError(
      'LIMIT_EXCEEDED',
      `${this.#walked.machine.id} has more than ${limit} steps.${blame}`,
      {
        advice:
          'Make budgets smaller (--budget name=1 or --input), leave out of the context what only grows and no guard reads (--ignore PATH), or allow more (--limit N).',
        cause,
      },
    );
  }
}

/** What the chart names in a state, and can happen there. The rest does nothing by itself. */
function eventsIn(snapshot: AnyMachineSnapshot, cases: readonly NamedCase[]): EventObject[] {
  if (snapshot.status !== 'active') return [];
  const named = getNextTransitions(snapshot) as readonly { readonly eventType: string }[];
  const descriptors = [...new Set(named.map(({ eventType }) => eventType))];
  const timers = descriptors.filter(isTimer).map((type) => ({ type }));
  const possible = cases.filter(
    (each) =>
      isPossible(each, snapshot) && descriptors.some((type) => matches(type, each.event.type)),
  );
  return [...possible.map(({ event }) => event), ...timers];
}

function wholeKey(snapshot: AnyMachineSnapshot, ignored: readonly string[]): string {
  const values = [...contextValues(snapshot.context, ignored)];
  const children = Object.keys(snapshot.children as object).sort();
  return JSON.stringify([snapshot.value, snapshot.status, values, children]);
}

/** The three paths of the context that differ the most between states. */
function mostRestless(seen: readonly ContextValues[]): string[] {
  const values = new Map<string, Set<unknown>>();
  for (const one of seen)
    for (const [path, value] of one)
      values.set(path, (values.get(path) ?? new Set<unknown>()).add(value));
  const counted = [...values].map(([path, { size }]) => ({ path, size }));
  const restless = counted.filter(({ size }) => size > 1).sort((a, b) => b.size - a.size);
  return restless.slice(0, 3).map(({ path, size }) => `${path} (${size})`);
}

function keyIsUnstable({ machine }: Walked): PathError {
  return new PathError('STATES_DIFFER', `${machine.id} gives one state two keys.`, {
    advice: 'Make keyOf depend on the snapshot alone.',
  });
}
