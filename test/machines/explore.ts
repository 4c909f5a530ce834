import { getNextTransitions, type EventFrom, type SnapshotFrom } from 'xstate';
import {
  createServerMachine,
  publicState,
  type Policy,
  type PublicState,
  type ServerInput,
  type ServerMachine,
} from '../../machines/index.ts';
import { reachableStates } from '../../src/testing/graph/traversal.ts';
import { serverKey, serverSpace, smallestBudgets } from '../../src/testing/paths/server-space.ts';

export type Snapshot = SnapshotFrom<ServerMachine>;
export type ChartEvent = EventFrom<ServerMachine>;

export interface Edge {
  readonly from: ExploredState;
  readonly event: ChartEvent;
  readonly to: ExploredState;
  /** What the step itself gave; `to` is the first state found that is the same but for history. */
  readonly result: Snapshot;
}

export interface ExploredState {
  readonly key: string;
  readonly snapshot: Snapshot;
  readonly state: PublicState;
  readonly edges: Edge[];
}

export interface Space {
  readonly policy?: Partial<Policy>;
  /** Whether calls are made; without them the breaker stays closed. */
  readonly calls?: boolean;
  /** Whether the host takes the timer of parked probes away, and gives it back (C8). */
  readonly configures?: boolean;
  /** Starts parked, as the successor of an actor that errored (C15). */
  readonly startsParked?: boolean;
  /** Types of events to leave out beside. */
  readonly without?: RegExp;
  readonly limit?: number;
}

/**
 * Every state the machine can get into and every step between them. More than `limit` steps throw,
 * so a state space that grew without bound is a failed test and not a slow one.
 */
export function explore(space: Space = {}): ExploredState[] {
  const { logic, options } = traversed(space);
  const reached = [...reachableStates(logic, options).values()];
  const states = new Map<string, ExploredState>(
    reached.map(({ key, state }) => [
      key,
      { key, snapshot: state, state: publicState(state), edges: [] },
    ]),
  );
  for (const { key, steps } of reached) {
    const from = found(states, key);
    for (const { event, result, to } of steps)
      from.edges.push({ from, event: event as ChartEvent, to: found(states, to), result });
  }
  return [...states.values()];
}

/** What is traversed to explore a space. */
export function traversed(space: Space = {}) {
  const { calls = true, configures = false, without, limit = 200_000 } = space;
  return {
    logic: createServerMachine({ random: () => 0 }),
    options: {
      input: inputOf(space),
      eventsIn: (snapshot: Snapshot) =>
        eventsIn(snapshot).filter(
          ({ type }) =>
            (calls || !/^call/.test(type)) &&
            (configures || type !== 'configure') &&
            without?.test(type) !== true,
        ),
      keyOf: serverKey,
      limit,
    },
  };
}

/** As it is by default, but that it never doubles. */
const usualCooldown = { cooldownMs: 60_000, cooldownMaxMs: 60_000 };

export function inputOf({ policy, startsParked = false }: Space): ServerInput {
  const parked = { code: 'ACTOR_FAILED', message: 'It failed.' };
  return {
    server: 'files',
    policy: { ...smallestBudgets, ...usualCooldown, ...policy },
    ...(startsParked && { parked, generation: 1 }),
  };
}

/** The states from which `goal` can be reached, those that are the goal included. */
export function reaching(
  states: readonly ExploredState[],
  goal: (state: ExploredState) => boolean,
): Set<ExploredState> {
  const before = new Map<ExploredState, ExploredState[]>();
  for (const { from, to } of states.flatMap(({ edges }) => edges))
    before.set(to, [...(before.get(to) ?? []), from]);
  const reached = new Set(states.filter(goal));
  for (const state of reached)
    for (const previous of before.get(state) ?? []) reached.add(previous);
  return reached;
}

/** Everything that can happen in a state. A link that is not there reports nothing. */
function eventsIn(snapshot: Snapshot): ChartEvent[] {
  const hasLink = snapshot.children.link !== undefined;
  // C15: the crash of a link that had already failed may still be under way.
  const possible = payloads.filter(
    ({ type }) => hasLink || !/^link|link$/.test(type) || type === 'xstate.error.actor.link',
  );
  return [...possible, ...timersOf(snapshot)];
}

/** The timers that are armed in a state, as the events they will send. */
export function timersOf(snapshot: Snapshot): ChartEvent[] {
  const types = getNextTransitions(snapshot).map(({ eventType }) => eventType);
  return (
    [...new Set(types)]
      .filter((type) => type.startsWith('xstate.after.'))
      // It has fired once, and is not armed again in the same session.
      .filter((type) => !(type.includes('stableAfter') && snapshot.context.session.stable))
      .map((type) => ({ type }) as unknown as ChartEvent)
  );
}

function found(states: ReadonlyMap<string, ExploredState>, key: string): ExploredState {
  const state = states.get(key);
  if (state === undefined) throw new Error(`A step leads to a state that was not explored: ${key}`);
  return state;
}

const payloads: readonly ChartEvent[] = [
  ...serverSpace().events.flatMap(({ event }) =>
    event.type === 'configure' ? [] : [event as ChartEvent],
  ),
  { type: 'xstate.error.actor.link', error: new Error('bug') },
  { type: 'xstate.done.actor.link', output: undefined },
  // B7: what no session that is reached here could have sent.
  { type: 'call.succeeded', generation: 999 },
  { type: 'call.failed', failure: { kind: 'transport' }, generation: 999 },
  { type: 'call.failed', failure: { kind: 'timeout' }, linkIdle: true },
  { type: 'configure', policy: { parkedProbeMs: false } },
  { type: 'configure', policy: { parkedProbeMs: 300_000 } },
];
