import { describe, expect, test } from 'vitest';
import { createServerMachine } from '../../machines/index.ts';
import { allNodes } from './chart.ts';
import {
  explore,
  reaching,
  timersOf,
  type Edge,
  type ExploredState,
  type Snapshot,
} from './explore.ts';

const spaces = [
  { name: 'with timed probes', states: explore(), floor: { states: 2_000, steps: 45_000 } },
  {
    name: 'without probes of its own and without calls',
    states: explore({ policy: { parkedProbeMs: false }, calls: false }),
    floor: { states: 400, steps: 9_000 },
  },
];

describe.each(spaces)('every state the machine can get into, $name', ({ name, states, floor }) => {
  const edges = states.flatMap((state) => state.edges);
  const alive = states.filter(({ state }) => state.connection !== 'shutdown');

  test('C14 there are as many as there should be', () => {
    console.info(`${name}: ${states.length} states, ${edges.length} steps`);
    expect(states.length).toBeGreaterThan(floor.states);
    expect(edges.length).toBeGreaterThan(floor.steps);
  });

  test('C14 every resting state of the chart is visited', () => {
    const visited = new Set(states.flatMap(({ snapshot }) => snapshot._nodes.map(({ id }) => id)));
    const never = name === 'with timed probes' ? /\.untimed/ : /\.timed|breaker\.(open|halfOpen)/;
    const unvisited = restingStates().filter((id) => !visited.has(id) && !never.test(id));
    expect(unvisited).toEqual([]);
  });

  test('C14 it is never stuck: a timer is armed or an attempt is running', () => {
    const stuck = states.filter(
      ({ snapshot, state }) =>
        snapshot.status === 'active' &&
        state.connection !== 'ready' &&
        !state.attempting &&
        !connectionTimer(snapshot) &&
        !snapshot.matches({ connection: { parked: { waiting: { untimed: 'wakeable' } } } }),
    );
    expect(keys(stuck)).toEqual([]);
  });

  test('C2 F2 an attempt has a deadline unless it is queued', () => {
    const attempting = alive.filter(({ state }) => state.attempting);
    const bad = attempting.filter(
      (state) => connectionTimer(state.snapshot) === connectionOf(state).includes('queued'),
    );
    expect(keys(bad)).toEqual([]);
  });

  test('C2 there is a link exactly where one belongs', () => {
    const misplaced = states.filter(({ snapshot, state }) => {
      const belongs =
        state.attempting ||
        state.connection === 'ready' ||
        (state.connection === 'shutdown' && snapshot.status === 'active');
      return (snapshot.children.link !== undefined) !== belongs;
    });
    expect(keys(misplaced)).toEqual([]);
  });

  test('C5 R6 ready has used no retry and keeps no reason, error or wait', () => {
    const bad = alive.filter(
      ({ state, snapshot }) =>
        state.connection === 'ready' &&
        (state.retries > 0 ||
          'parkReason' in state ||
          'lastError' in state ||
          snapshot.context.wait !== undefined),
    );
    expect(keys(bad)).toEqual([]);
  });

  test('C3 C6 no budget is overdrawn by more than the failure that parks', () => {
    const bad = alive.filter(
      ({ state }) => state.retries > (state.connection === 'parked' ? 2 : 1),
    );
    expect(keys(bad)).toEqual([]);
  });

  test('C7 parked has a reason and no other state has one', () => {
    const bad = alive.filter(
      ({ state }) => (state.connection === 'parked') !== (state.parkReason !== undefined),
    );
    expect(keys(bad)).toEqual([]);
  });

  test('C8 C9 parked can always be woken, and probes itself if it may', () => {
    const waiting = alive.filter(({ state }) => state.connection === 'parked' && !state.attempting);
    expect(waiting.length).toBeGreaterThan(0);
    for (const { edges: ways, snapshot } of waiting) {
      const wakes = ways.filter(({ to }) => to.state.attempting).map(({ event }) => event.type);
      expect(wakes).toContain('retry');
      const timed = wakes.some((type) => type.startsWith('xstate.after.parkedProbe'));
      expect(timed).toBe(snapshot.context.policy.parkedProbeMs !== false);
    }
  });

  test('S1 shutdown is one step away from everywhere, and nothing leads out', () => {
    const wrong = edges.filter(({ from, event, to }) => {
      const shut = event.type === 'shutdown' || from.state.connection === 'shutdown';
      return shut !== (to.state.connection === 'shutdown');
    });
    expect(wrong.map(describeEdge)).toEqual([]);
  });

  test('S1 S2 every shutdown comes to its end', () => {
    const ending = reaching(states, ({ snapshot }) => snapshot.status === 'done');
    expect(keys(states.filter((state) => !ending.has(state)))).toEqual([]);
  });

  test('R1 R2 R4 ready with a closed breaker can be reached from everywhere but shutdown', () => {
    const recovering = reaching(
      states,
      ({ state }) => state.connection === 'ready' && state.breaker === 'closed',
    );
    expect(keys(alive.filter((state) => !recovering.has(state)))).toEqual([]);
  });

  test('B5 every step into ready closes the breaker and counts one session', () => {
    const openings = edges.filter(
      ({ from, to }) => from.state.attempting && to.state.connection === 'ready',
    );
    expect(openings.length).toBeGreaterThan(0);
    const wrong = openings.filter(
      ({ from, event, to, result }) =>
        event.type !== 'link.opened' ||
        to.state.breaker !== 'closed' ||
        to.snapshot.context.breaker.failures !== 0 ||
        result.context.generation !== from.snapshot.context.generation + 1,
    );
    expect(wrong.map(describeEdge)).toEqual([]);
  });

  test('B1 no outcome of a call moves the connection', () => {
    const moved = edges.filter(
      ({ event, from, to }) =>
        (event.type === 'call.succeeded' || event.type === 'call.failed') &&
        connectionOf(from) !== connectionOf(to),
    );
    expect(moved.map(describeEdge)).toEqual([]);
  });

  test('C10 only a session or a person asking sets the used retries back', () => {
    const forgiving = edges.filter(({ from, result }) => retries(result) < from.state.retries);
    expect(forgiving.length).toBeGreaterThan(0);
    expect(forgiving.filter((edge) => !isOpeningOrAsked(edge)).map(describeEdge)).toEqual([]);
  });

  test('C6a only proof, stability or a person asking clears the flaps', () => {
    const forgiving = edges.filter(({ from, to }) => to.state.flaps < from.state.flaps);
    expect(forgiving.length).toBeGreaterThan(0);
    const wrong = forgiving.filter(
      (edge) =>
        edge.event.type !== 'link.proven' &&
        !edge.event.type.startsWith('xstate.after.stableAfter') &&
        !isAsked(edge),
    );
    expect(wrong.filter(({ to }) => to.state.connection !== 'shutdown').map(describeEdge)).toEqual(
      [],
    );
  });

  test('C4 C5a C8 C9 retries rise one by one, and only by what is charged', () => {
    const charged = edges.filter(({ from, result }) => retries(result) > from.state.retries);
    expect(charged.length).toBeGreaterThan(0);
    const wrong = charged.filter(({ from, result }) => {
      const { state, snapshot } = from;
      const free = state.attempting && ['eager', 'wake'].includes(snapshot.context.cause);
      return (
        retries(result) !== state.retries + 1 ||
        free ||
        state.draining === true ||
        state.connection === 'parked'
      );
    });
    expect(wrong.map(describeEdge)).toEqual([]);
  });

  test('C15 nothing ends the actor but shutdown', () => {
    const bad = states.filter(
      ({ snapshot: { status }, state }) =>
        status === 'error' || (status === 'done' && state.connection !== 'shutdown'),
    );
    expect(keys(bad)).toEqual([]);
  });

  test('C1 the context is JSON everywhere', () => {
    for (const { snapshot } of states)
      expect(JSON.parse(JSON.stringify(snapshot.context))).toEqual(snapshot.context);
  });
});

function connectionTimer(snapshot: Snapshot): boolean {
  return timersOf(snapshot).some(({ type }) => !type.includes('.breaker.'));
}

function retries({ context }: Snapshot): number {
  return context.recovery.retries;
}

function connectionOf({ snapshot }: ExploredState): string {
  return JSON.stringify(snapshot.value.connection);
}

function isOpeningOrAsked(edge: Edge): boolean {
  return edge.event.type === 'link.opened' || isAsked(edge);
}

function isAsked({ event }: Edge): boolean {
  return event.type === 'retry' && event.reason !== 'call' && event.reason !== 'wake';
}

function describeEdge({ from, event }: Edge): string {
  return `${JSON.stringify(event)} in ${from.key}`;
}

function keys(states: readonly ExploredState[]): string[] {
  return states.map(({ key }) => key);
}

/** Leaf states in which the chart can rest: those with `always` alone are passed through. */
function restingStates(): string[] {
  const leaves = [...allNodes(createServerMachine({ random: () => 0 }).root)].filter(
    ({ type }) => type === 'atomic' || type === 'final',
  );
  return leaves.map(({ id }) => id).filter((id) => !/\.(starting|deciding)$/.test(id));
}
