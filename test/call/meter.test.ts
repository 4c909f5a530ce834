import { expect, test } from 'vitest';
import { createMeter, type Meter } from '../../src/call/reports/meter.ts';
import { policyWith } from './world.ts';

const meter = () => createMeter(() => policyWith({}));

function failed(counted: Meter, times: number, now: number): void {
  for (let call = 0; call < times; call += 1) counted.recordFailure(now);
}

function succeeded(counted: Meter, times: number, now: number): void {
  for (let call = 0; call < times; call += 1) counted.recordSuccess(now, 1);
}

test('H1 before the first answer there are no percentiles, and none that is undefined', () => {
  expect(meter().latencies()).toStrictEqual({});
});

test('B1 calls leave the window as time passes, while others are made', () => {
  const counted = meter();
  failed(counted, 20, 500);
  succeeded(counted, 1, 30_500);
  expect(counted.recordFailure(60_500)).toBe(false);
});

test('B1 calls that have left it no longer make up for what fails', () => {
  const counted = meter();
  succeeded(counted, 20, 500);
  succeeded(counted, 1, 30_500);
  failed(counted, 8, 60_500);
  // The ninth failure is one of ten calls.
  expect(counted.recordFailure(60_500)).toBe(true);
});

test('B1 failures that have left it no longer count', () => {
  const counted = meter();
  failed(counted, 20, 500);
  succeeded(counted, 9, 30_500);
  expect(counted.recordFailure(60_500)).toBe(false);
});

test('B1 and a second before they do', () => {
  const counted = meter();
  failed(counted, 20, 500);
  succeeded(counted, 9, 30_500);
  expect(counted.recordFailure(59_500)).toBe(true);
});

test('B1 after a silence as long as the window nothing of before counts', () => {
  const counted = meter();
  failed(counted, 20, 500);
  expect(counted.recordFailure(60_500)).toBe(false);
});

test('B1 a window of another length begins empty', () => {
  let failureRateWindowMs = 60_000;
  const counted = createMeter(() => policyWith({ failureRateWindowMs }));
  failed(counted, 20, 500);
  failureRateWindowMs = 30_000;
  expect(counted.recordFailure(500)).toBe(false);
});
