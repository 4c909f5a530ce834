import { assign, createActor, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import {
  createCoverage,
  createTimedModel,
  declaredTransitions,
  edgePaths,
  edgeTours,
  feasiblePairs,
  reachableStates,
  shortestPaths,
  TICK,
  timedEvents,
  timedKey,
  TraversalLimitError,
  type TimedState,
} from '../../src/testing/index.ts';

/** A lamp whose two timers race while it is lit, and which a second press breaks as it dims. */
const lamp = setup({
  types: {} as { context: { tries: number }; events: { type: 'press' } | { type: 'count' } },
  guards: { mayTry: ({ context }) => context.tries < 2, never: () => false },
}).createMachine({
  id: 'lamp',
  context: { tries: 0 },
  initial: 'dark',
  states: {
    dark: {
      on: {
        press: [{ guard: 'mayTry', target: 'lit' }, { target: 'broken' }],
        count: { guard: 'never', target: 'broken' },
      },
    },
    lit: { after: { 300: { target: 'dark' }, 200: { target: 'dim' } } },
    dim: { after: { 100: { target: 'dark' } }, on: { press: { target: 'broken' } } },
    broken: { always: { target: 'gone' } },
    gone: { type: 'final' },
  },
});
type Lamp = typeof lamp;

const counter = setup({
  types: {} as { context: { count: number }; events: { type: 'count' } },
}).createMachine({
  context: { count: 0 },
  on: { count: { actions: assign(({ context }) => ({ count: context.count + 1 })) } },
});

describe('the functions that explore a machine', () => {
  test('every state and every step is found, timers included', () => {
    const states = reachableStates(lamp);
    expect([...states.values()].map(({ state }) => state.value)).toEqual([
      'dark',
      'lit',
      'dim',
      'gone',
    ]);
    const lit = [...states.values()].find(({ state }) => state.value === 'lit');
    expect(lit?.steps.map(({ event }) => event.type)).toEqual([
      'xstate.after.200.lamp.lit',
      'xstate.after.300.lamp.lit',
    ]);
  });

  test('shortest paths lead to every state, and take no more steps than they need', () => {
    const paths = shortestPaths(lamp);
    const lengths = paths.map(({ state, steps }) => [state.value, steps.length]);
    expect(Object.fromEntries(lengths)).toEqual({ dark: 0, lit: 1, dim: 2, gone: 3 });
  });

  test('too many steps are an error that says what to do', () => {
    const explore = () => reachableStates(counter, { limit: 50 });
    expect(explore).toThrow(TraversalLimitError);
    expect(explore).toThrow(/More than 50 steps.*smaller budgets.*keyOf.*limit/);
  });

  test('a tour takes every step, and no prefix is longer than it must be', () => {
    const states = reachableStates(lamp);
    const taken = new Set(edgeTours(states).flat());
    for (const { prefix, staying, leaving } of edgePaths(states)) {
      expect(prefix.length).toBeLessThan(4);
      for (const step of [...staying, ...leaving]) expect(taken).toContain(step);
    }
  });

  test('two transitions are a pair exactly if one can follow the other', () => {
    const states = reachableStates(lamp);
    const pairs = feasiblePairs(states, ({ event }) => [event.type]);
    expect(pairs.has('press, then xstate.after.200.lamp.lit')).toBe(true);
    expect(pairs.has('xstate.after.200.lamp.lit, then xstate.after.300.lamp.lit')).toBe(false);
  });
});

describe('the coverage of a chart', () => {
  test('declared is what is written in the chart, with and without an event', () => {
    expect(declaredTransitions(lamp).map(({ name }) => name)).toEqual([
      'lamp.dark: press [mayTry] -> lamp.lit',
      'lamp.dark: press -> lamp.broken',
      'lamp.dark: count [never] -> lamp.broken',
      'lamp.lit: xstate.after.200.lamp.lit -> lamp.dim',
      'lamp.lit: xstate.after.300.lamp.lit -> lamp.dark',
      'lamp.dim: press -> lamp.broken',
      'lamp.dim: xstate.after.100.lamp.dim -> lamp.dark',
      'lamp.broken: always -> lamp.gone',
    ]);
  });

  test('what was taken, what was missed, and what each guard said', () => {
    const coverage = createCoverage(lamp);
    const actor = createActor(coverage.machine, { inspect: coverage.inspect }).start();
    actor.send({ type: 'press' });
    expect(coverage.takeStep()).toEqual(['lamp.dark: press [mayTry] -> lamp.lit']);
    expect(coverage.takeStep()).toEqual([]);
    expect(coverage.missing).toHaveLength(7);
    expect(Object.fromEntries(coverage.guards)).toEqual({
      mayTry: { passed: true, refused: false },
      never: { passed: false, refused: false },
    });
    actor.stop();
  });
});

describe('the timed model', () => {
  const model = createTimedModel(lamp);

  test('C14 the shorter timer fires first, and one that was left behind never does', () => {
    let state = start();
    state = step(state, { type: 'press' });
    expect(remaining(state)).toEqual([200, 300]);
    state = step(state, TICK);
    expect(state.machine.value).toBe('dim');
    expect(remaining(state)).toEqual([100]);
    state = step(state, TICK);
    expect(state.machine.value).toBe('dark');
    expect(remaining(state)).toEqual([]);
  });

  test('C14 a machine that has ended waits for nothing', () => {
    let state = step(start(), { type: 'press' });
    state = step(step(state, TICK), { type: 'press' });
    expect(state).toMatchObject({ status: 'done', timers: [] });
  });

  test('C14 its states are those that a clock allows', () => {
    const values = (states: Iterable<{ readonly state: TimedState<Lamp> }>) => [
      ...new Set([...states].map(({ state }) => state.machine.value)),
    ];
    const states = reachableStates(model, {
      eventsIn: timedEvents<Lamp>(() => [{ type: 'press' }]),
      keyOf: timedKey<Lamp>(({ value }) => JSON.stringify(value)),
    });
    expect(values(states.values())).toEqual(['dark', 'lit', 'dim', 'gone']);
    const lit = [...states.values()].find(({ state }) => state.machine.value === 'lit');
    expect(lit?.steps.map(({ event }) => event.type)).toEqual(['press', 'TICK']);
  });

  test('C14 timers without a delay that arm each other are an error and no endless loop', () => {
    const restless = createTimedModel(
      setup({}).createMachine({
        initial: 'here',
        states: {
          here: { after: { 0: { target: 'there' } } },
          there: { after: { 0: { target: 'here' } } },
        },
      }),
    );
    const first = restless.getInitialSnapshot(nowhere, undefined);
    expect(() => restless.transition(first, TICK, nowhere)).toThrow(/without any time passing/);
  });

  function start(): TimedState<Lamp> {
    return model.getInitialSnapshot(nowhere, undefined);
  }

  function step(state: TimedState<Lamp>, event: { type: 'press' } | typeof TICK) {
    return model.transition(state, event, nowhere);
  }
});

/** The model is pure, so it has no use for the surroundings of an actor. */
const nowhere = undefined as never;

function remaining({ timers }: TimedState<Lamp>): number[] {
  return timers.map(({ remainingMs }) => remainingMs);
}
