import { expect, test } from 'vitest';
import { world } from './world.ts';

test.each<[number | false, number]>([
  [600_000, 600_000],
  [false, Infinity],
])('K1 H2 with maxTotalMs %s the outlook of a first attempt reaches to %s', (maxTotalMs, until) => {
  const on = world({ policy: { maxTotalMs } });
  expect(on.calls.outlook()).toEqual({ kind: 'wait', why: 'session', until });
});
