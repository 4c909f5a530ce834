import { expect, it } from 'vitest';
import { createStepClock } from '../../src/testing/step-clock.ts';
import { FleetGate, type GateServer } from '../../src/supervisor/fleet-gate.ts';

/** A gate with as many places for stdio, and what came through it in order. */
function stage(stdio: number, servers: Readonly<Record<string, Partial<GateServer>>> = {}) {
  const clock = createStepClock();
  const places = { stdio, http: 1 };
  const usual = { kind: 'stdio', startBurst: 20, startsPerHour: 120, isAwaited: false } as const;
  const gate = new FleetGate({
    clock,
    places: () => places,
    find: (server) => ({ ...usual, ...servers[server] }),
  });
  const granted: string[] = [];
  const enter = (server: string) => gate.enter(server, () => void granted.push(server));
  return { clock, places, gate, granted, enter };
}

it('F2 a place that is left goes to the next in line, once', () => {
  const { granted, enter } = stage(1);
  const first = enter('a');
  enter('b');
  enter('c');
  expect(granted).toEqual(['a']);
  first.leave();
  first.leave();
  expect(granted).toEqual(['a', 'b']);
});

it('F2 one that leaves the line never comes through, and frees no place', () => {
  const { granted, enter } = stage(1);
  const first = enter('a');
  const second = enter('b');
  enter('c');
  second.leave();
  expect(granted).toEqual(['a']);
  first.leave();
  expect(granted).toEqual(['a', 'c']);
});

it('F2 each kind has places of its own', () => {
  const { granted, enter } = stage(1, { web: { kind: 'http' }, net: { kind: 'http' } });
  for (const server of ['a', 'b', 'web', 'net']) enter(server);
  expect(granted).toEqual(['a', 'web']);
});

it('F2 who is awaited goes before who came first', () => {
  const { granted, enter } = stage(1, { c: { isAwaited: true } });
  const first = enter('a');
  enter('b');
  enter('c');
  first.leave();
  expect(granted).toEqual(['a', 'c']);
});

it('F2 who has used up its burst waits for its rate, and holds nobody up', () => {
  const { clock, granted, enter } = stage(5, { a: { startBurst: 1, startsPerHour: 60 } });
  enter('a').leave();
  enter('a');
  enter('b').leave();
  expect(granted).toEqual(['a', 'b']);
  expect(clock.pending).toBe(1);
  clock.advance(59_999);
  expect(granted).toEqual(['a', 'b']);
  clock.advance(1);
  expect(granted).toEqual(['a', 'b', 'a']);
  expect(clock.pending).toBe(0);
});

it('F2 the gate looks again when the first of those who wait for their rate is due', () => {
  const { clock, granted, enter } = stage(5, {
    slow: { startBurst: 1, startsPerHour: 6 },
    quick: { startBurst: 1, startsPerHour: 60 },
  });
  for (const server of ['slow', 'quick', 'slow', 'quick']) enter(server);
  expect(granted).toEqual(['slow', 'quick']);
  clock.advance(60_000);
  expect(granted).toEqual(['slow', 'quick', 'quick']);
  clock.advance(540_000);
  expect(granted).toEqual(['slow', 'quick', 'quick', 'slow']);
});

it('F4 new places are given out at once', () => {
  const { places, gate, granted, enter } = stage(1);
  enter('a');
  enter('b');
  places.stdio = 2;
  gate.limitsChanged();
  expect(granted).toEqual(['a', 'b']);
});

it('S1 a closed gate lets nobody through, not even who waited', () => {
  const { clock, places, gate, granted, enter } = stage(1, {
    r: { startBurst: 1, startsPerHour: 60 },
  });
  const first = enter('r');
  enter('b');
  enter('r');
  gate.close();
  first.leave();
  places.stdio = 9;
  gate.limitsChanged();
  enter('c').leave();
  clock.advance(3_600_000);
  expect(granted).toEqual(['r']);
  expect(clock.pending).toBe(0);
});
