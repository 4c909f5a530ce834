import { expect, test } from 'vitest';
import { LatencyHistory } from '../../src/call/reports/latency-history.ts';
import { createMeter } from '../../src/call/reports/meter.ts';
import { ok, openWorld, policyWith, settle } from './world.ts';

test('H6 calls of five seconds are taken together, oldest first', () => {
  const history = new LatencyHistory();
  expect(history.since(0)).toEqual([]);
  history.record(12_000, 30);
  history.record(0, 10);
  history.record(4_999, 20.55);
  history.record(1, 5);
  expect(history.since(14_999)).toEqual([
    { at: 0, calls: 3, meanMs: 11.9, slowestMs: 20.6 },
    { at: 10_000, calls: 1, meanMs: 30, slowestMs: 30 },
  ]);
});

test('H6 what is older than five minutes is left out, and its place taken', () => {
  const history = new LatencyHistory();
  history.record(0, 10);
  history.record(5_000, 20);
  expect(history.since(299_999)).toHaveLength(2);
  expect(history.since(300_000).map(({ at }) => at)).toEqual([5_000]);
  history.record(300_000, 7);
  expect(history.since(300_000)).toEqual([
    { at: 5_000, calls: 1, meanMs: 20, slowestMs: 20 },
    { at: 300_000, calls: 1, meanMs: 7, slowestMs: 7 },
  ]);
  expect(history.since(600_000)).toEqual([]);
});

test('H6 the meter hands its history on', () => {
  const meter = createMeter(() => policyWith({}));
  meter.recordSuccess(6_000, 12);
  expect(meter.history(6_000)).toEqual([{ at: 5_000, calls: 1, meanMs: 12, slowestMs: 12 }]);
});

test('H1 times are known only once there are some, to a tenth of a millisecond', () => {
  const meter = createMeter(() => policyWith({}));
  expect(meter.latencies()).toEqual({});
  expect(meter.lastSuccessAt).toBeUndefined();
  for (const tookMs of [3.26, 1, 2]) meter.recordSuccess(1, tookMs);
  expect(meter.latencies()).toEqual({ p50Ms: 2, p95Ms: 3.3 });
});

test('B1 a share just below, or too few calls, do not trip', () => {
  const policy = policyWith({ failureRate: 0.5, failureRateMinCalls: 4 });
  const meter = createMeter(() => policy);
  meter.recordSuccess(0, 1);
  meter.recordSuccess(0, 1);
  expect([1, 2, 3].map(() => meter.recordFailure(0))).toEqual([false, true, true]);
});

test('B1 F4 a window of another length starts empty, and the parts of one pass by', () => {
  let failureRateWindowMs = 60_000;
  const meter = createMeter(() => policyWith({ failureRateMinCalls: 2, failureRateWindowMs }));
  expect(meter.recordFailure(0)).toBe(false);
  failureRateWindowMs = 30_000;
  expect(meter.recordFailure(0)).toBe(false);
  expect(meter.recordFailure(29_499)).toBe(true);
  expect(meter.recordFailure(58_000)).toBe(true);
  expect(meter.recordFailure(200_000)).toBe(false);
});

test('H6 the calls of a server hand their history on', async () => {
  const on = openWorld();
  await on.clock.advanceSettled(6_000);
  on.session.reply = () => ok;
  on.call();
  await settle(on);
  expect(on.calls.latencyHistory()).toEqual([{ at: 5_000, calls: 1, meanMs: 0, slowestMs: 0 }]);
});
