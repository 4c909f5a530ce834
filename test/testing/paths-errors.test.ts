import { describe, expect, it } from 'vitest';
import { assign, createMachine, setup } from 'xstate';
import { generatePaths, machineOf, PathError, type PathOptions } from '../../src/testing/index.ts';
import { createOrder } from './path-machines.ts';

const counter = setup({
  types: {} as { context: { count: number; seen: number }; events: { type: 'add' } },
}).createMachine({
  id: 'counter',
  context: { count: 0, seen: 0 },
  on: { add: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
});

describe('what is in the way of paths is told with what to do about it', () => {
  it.each<[string, PathOptions, Partial<PathError>]>([
    [
      'an event that no state knows',
      { events: [{ event: { type: 'pey' } }] },
      { code: 'BAD_EVENT', message: 'No state of order knows the event pey.' },
    ],
    [
      'a state that does not exist',
      { events: [{ event: { type: 'pay' }, within: 'opn' }] },
      { code: 'BAD_EVENT', message: 'order has no state opn.' },
    ],
  ])('%s', (_what, options, expected) => {
    const error = errorOf(() => generatePaths(createOrder(), options));
    expect(error).toMatchObject(expected);
    expect(error?.advice).toMatch(/^Did you mean (pay|open)\?/);
  });

  it.each<[string, () => unknown, Partial<PathError>]>([
    [
      'an event without its wrapping',
      () => generatePaths(createOrder(), { events: [{ type: 'pay' } as never] }),
      { code: 'BAD_EVENT', message: 'events.0 holds no event with a type.' },
    ],
    [
      'a cover that is none',
      () => generatePaths(createOrder(), { cover: 'nodes' as never }),
      { code: 'BAD_INPUT', message: 'cover: "nodes" is nothing to cover.' },
    ],
    [
      'what is no machine',
      () => generatePaths({} as never),
      { code: 'NOT_A_MACHINE', message: 'What was given is no XState v5 machine but object.' },
    ],
  ])('E3 %s', (_what, make, expected) => {
    expect(errorOf(make)).toMatchObject(expected);
  });

  it('a counter without end, by its name', () => {
    const error = errorOf(() => generatePaths(counter, { limit: 100 }));
    expect(error).toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(error?.message).toMatch(
      /more than 100 steps\. What took the most values: count \(\d+\)/,
    );
    expect(error?.advice).toContain('--ignore');
    expect(generatePaths(counter, { ignore: ['count'], limit: 100 }).counts.states).toBe(1);
  });

  it('a guard that throws, with the event and the state', () => {
    const machine = createMachine({
      id: 'picky',
      initial: 'open',
      states: {
        open: { on: { pay: { guard: ({ event }) => event['card'].valid, target: 'paid' } } },
        paid: {},
      },
    });
    const error = errorOf(() => generatePaths(machine));
    expect(error).toMatchObject({ code: 'MACHINE_THREW', cause: expect.any(Error) });
    expect(error?.message).toMatch(/took one of pay in open: .*valid/s);
    expect(error?.advice).toContain('--events');
    const events = [{ event: { type: 'pay', card: { valid: true } } }];
    expect(generatePaths(machine, { events }).paths).toHaveLength(1);
  });

  it.each([
    ['a Map', new Map(), 'a Map'],
    ['a function', () => undefined, 'a function'],
    ['a BigInt', 1n, 'a bigint'],
  ])('a context with %s, which JSON would lose without a word', (_what, value, told) => {
    const machine = createMachine({ id: 'odd', context: { inner: { value } } });
    const error = errorOf(() => generatePaths(machine));
    expect(error).toMatchObject({ code: 'BAD_CONTEXT' });
    expect(error?.message).toContain(`context.inner.value is ${told}`);
    expect(generatePaths(machine, { ignore: ['inner.value'] }).counts.states).toBe(1);
  });

  it('a context that holds itself', () => {
    const context: { self?: unknown } = {};
    context.self = context;
    const error = errorOf(() => generatePaths(createMachine({ id: 'round', context })));
    expect(error?.message).toContain('context.self is a cycle');
  });

  it('an input that the machine cannot start with', () => {
    const machine = createMachine({
      id: 'needy',
      context: ({ input }) => ({ size: (input as { list: unknown[] }).list.length }),
    });
    expect(errorOf(() => generatePaths(machine))).toMatchObject({ code: 'BAD_INPUT' });
    expect(generatePaths(machine, { input: { list: [] } }).counts.states).toBe(1);
  });

  it('a key that leaves out what a guard reads', () => {
    const hidden = createMachine({
      id: 'hidden',
      context: { on: false },
      initial: 'a',
      states: {
        a: { on: { flip: { actions: assign({ on: true }) }, go: 'b' } },
        b: { always: { guard: ({ context }) => context.on, target: 'c' }, on: { back: 'a' } },
        c: { on: { back: 'a' } },
      },
    });
    expect(generatePaths(hidden, { cover: 'pairs' }).edges.some(({ to }) => to === 'c')).toBe(true);
    const error = errorOf(() => generatePaths(hidden, { cover: 'pairs', ignore: ['on'] }));
    expect(error).toMatchObject({ code: 'STATES_DIFFER' });
    expect(error?.message).toContain('the machine is in c and not');
  });

  it('what is no machine, and a factory that throws', () => {
    expect(errorOf(() => machineOf({}))).toMatchObject({ code: 'NOT_A_MACHINE' });
    expect(errorOf(() => machineOf(() => 5))?.message).toContain('What the factory returned');
    const bad = () => {
      throw new Error('no database');
    };
    expect(errorOf(() => machineOf(bad))?.message).toBe('The factory threw: no database');
    expect(machineOf(createOrder)).toMatchObject({ factory: true, machine: { id: 'order' } });
    expect(machineOf(createOrder())).toMatchObject({ factory: false });
  });
});

function errorOf(act: () => unknown): PathError | undefined {
  try {
    act();
  } catch (error) {
    if (error instanceof PathError) return error;
    throw error;
  }
  return undefined;
}
