import { describe, expect, it } from 'vitest';
import { createMachine, setup } from 'xstate';
import { createServerMachine } from '../../machines/index.ts';
import {
  type GeneratedPath,
  generatePaths,
  prepareWalks,
  serverSpace,
  type PathPlan,
} from '../../src/testing/index.ts';
import { createOrder, orderEvents } from './path-machines.ts';

const plan = generatePaths(createOrder(), { events: orderEvents });

describe('the paths of a machine of a host', () => {
  it('take every way with every payload and every change, ends of children among them', () => {
    expect(edgesOf(plan)).toEqual([
      'open: pay (amount 5) [isPositive] → charging',
      'open: pay (amount 0) [not isPositive] → nothing',
      'open: cancel → lapsed',
      'open: open after patience → lapsed',
      'charging: done charge → paid',
      'charging: error charge [mayRetry] → charging',
      'charging: error charge [else] → open',
      // Once more: the amount is what it was, so nothing changes.
      'open: pay (amount 5) [isPositive] → charging',
    ]);
    expect(plan.counts).toMatchObject({ goals: 8, impossible: 0 });
  });

  it('are none the beginning of another, and reach all goals between them', () => {
    const ways = plan.paths.map(({ steps }) => steps.map(({ take }) => take).join(' > '));
    for (const way of ways) expect(ways.filter((other) => other.startsWith(way))).toEqual([way]);
    const taken = new Set(plan.paths.flatMap(({ steps }) => steps.map(({ take }) => take)));
    expect([...taken].sort()).toEqual([
      'cancel',
      'done charge',
      'error charge',
      'open after patience',
      'pay (amount 0)',
      'pay (amount 5)',
    ]);
  });

  it('tell at each step the state, what changed, the timers, the effects and what is heeded', () => {
    const path = plan.paths.find(({ title }) => title.endsWith('changing nothing'));
    expect(path?.steps.slice(0, 3).map(({ seen }) => seen)).toEqual([
      {
        state: 'charging',
        changes: { amount: 5 },
        timers: {},
        effects: ['start charge'],
        heeds: ['done charge', 'error charge'],
      },
      {
        state: 'charging',
        changes: { retries: 1 },
        timers: {},
        effects: ['stop charge', 'start charge'],
        heeds: ['done charge', 'error charge'],
      },
      {
        state: 'open',
        changes: {},
        timers: { 'open after patience': 5_000 },
        effects: ['stop charge', 'do tellCustomer'],
        heeds: ['pay (amount 5)', 'cancel'],
      },
    ]);
  });

  it('run neither children nor actions of the machine, on a clock or without', () => {
    expect(plan.paths.every(({ clock }) => clock)).toBe(true);
  });

  it('are the same again for the same machine', () => {
    const again = generatePaths(createOrder(), { events: orderEvents });
    expect(JSON.stringify(again)).toBe(JSON.stringify(plan));
  });

  it('reach every combination of states, or take every two ways in a row, if asked to', () => {
    const states = generatePaths(createOrder(), { events: orderEvents, cover: 'states' });
    expect(states.counts.goals).toBe(4);
    const ends = states.paths.flatMap(({ steps }) => steps.map(({ seen }) => seen.state));
    expect(new Set(['open', ...ends])).toEqual(new Set(['open', 'charging', 'paid', 'lapsed']));
    const pairs = generatePaths(createOrder(), { events: orderEvents, cover: 'pairs' });
    expect(pairs.counts).toMatchObject({ goals: 8, impossible: 0 });
  });

  it('say that an event is only possible in the state that it is given for', () => {
    const { edges } = generatePaths(createOrder(), {
      events: [...orderEvents, { event: { type: 'cancel' }, within: 'charging' }],
    });
    expect(edges.filter(({ event }) => event === 'cancel')).toEqual([]);
  });
});

describe('paths and time', () => {
  const lamp = createMachine({
    type: 'parallel',
    id: 'lamp',
    states: {
      light: { initial: 'on', states: { on: { after: { 100: 'off' } }, off: {} } },
      battery: { initial: 'full', states: { full: { after: { 300: 'empty' } }, empty: {} } },
    },
  });

  it('take the timers that fire in between, so that a path can happen on a clock', () => {
    const { paths } = generatePaths(lamp);
    expect(paths.map(({ steps, clock }) => [clock, steps.map(({ take }) => take)])).toEqual([
      [true, ['light.on after 100 ms', 'battery.full after 300 ms']],
    ]);
  });

  it('say so of a path that no clock allows', () => {
    const { paths } = generatePaths(lamp, { cover: 'states' });
    const late = paths.find(({ title }) => title === 'light.on · battery.empty');
    expect(late?.clock).toBe(false);
    expect(paths.filter(({ clock }) => clock)).toHaveLength(1);
  });

  it('take no timer twice that fires once, and tell what that makes impossible', () => {
    const once = createMachine({
      id: 'once',
      initial: 'waiting',
      states: { waiting: { after: { 100: { actions: 'ring' } } } },
    });
    expect(generatePaths(once, { cover: 'pairs' }).counts).toMatchObject({
      goals: 1,
      impossible: 1,
    });
  });

  it('leave a machine to pure steps whose chart holds code that would run', () => {
    const inline = createMachine({
      id: 'inline',
      initial: 'off',
      states: { off: { on: { go: { actions: () => expect.unreachable() } } } },
    });
    expect(generatePaths(inline).paths.map(({ clock }) => clock)).toEqual([false]);
  });
});

describe('a walk', () => {
  it('refuses a step that the machine does not have, and a timer that is not armed', () => {
    const walk = prepareWalks(createOrder(), { events: orderEvents })();
    expect(() => walk.take('pay')).toThrow(/no event and no armed timer "pay" in open/);
    walk.take('cancel');
    expect(() => walk.take('open after patience')).toThrow(RangeError);
  });

  it('shows what an actor on a clock does, not what it should do', () => {
    // A delay that is not what the pure step says: read anew, it is shorter.
    let reads = 10;
    const restless = setup({ delays: { wait: () => (reads -= 1) * 1_000 } }).createMachine({
      id: 'restless',
      initial: 'waiting',
      states: { waiting: { after: { wait: 'over' } }, over: {} },
    });
    const walk = prepareWalks(restless)({ clock: true });
    expect(walk.take('waiting after wait').state).toBe('waiting');
  });
});

describe("the paths of holdfast's own machine", () => {
  const server = createServerMachine({ random: () => 0 });
  const own = generatePaths(server, serverSpace());

  it('C14 cover all ways of both regions, nearly all of them on a clock', () => {
    const onClock = own.paths.filter(({ clock }) => clock).length;
    console.info(
      `${own.counts.states} states, ${own.counts.steps} steps, ${own.counts.goals} edges, ${own.paths.length} paths, ${onClock} on a clock`,
    );
    // A session is stable once: what would make it so again on its way out cannot be.
    expect(own.counts.impossible).toBeLessThanOrEqual(2);
    expect(own.counts.goals).toBeGreaterThan(500);
    expect(onClock / own.paths.length).toBeGreaterThan(0.95);
  });

  it.each([
    ['C6', 'reconnectBudgetSpent', false],
    ['C11', 'sessionWasForgotten', false],
    ['B1', 'failureOpensBreaker', false],
    ['C12', 'callMayWake', true],
  ])('%s fail for a variant in which %s is always %s', (_rule, guard, decision) => {
    const variant = server.provide({ guards: { [guard]: () => decision } });
    expect(firstFailure(own, variant)).toBeDefined();
  });

  it('C8 fail for a variant whose delay differs, and hold for the machine itself', () => {
    const variant = server.provide({ delays: { parkedProbe: 1_000 } });
    expect(firstFailure(own, variant)).toBeDefined();
    expect(firstFailure(own, server)).toBeUndefined();
  });
});

/** The first path of a plan that another machine does not follow. */
function firstFailure(
  { paths, input, events }: PathPlan,
  machine: Parameters<typeof prepareWalks>[0],
): string | undefined {
  const walk = prepareWalks(machine, { input, events });
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const follows = ({ start, steps, clock }: GeneratedPath) => {
    const path = walk({ clock });
    if (!isSame(path.start, start)) return false;
    return steps.every(({ take, seen }) => isSame(path.take(take), seen));
  };
  return paths.find((path) => !follows(path))?.title;
}

function edgesOf({ edges }: PathPlan): string[] {
  return edges.map(({ from, event, guard, to }) => {
    const condition = guard === undefined ? '' : ` [${guard}]`;
    return `${from}: ${event}${condition} → ${to ?? 'nothing'}`;
  });
}
