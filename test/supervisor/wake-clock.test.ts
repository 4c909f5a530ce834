import { expect, it } from 'vitest';
import { createStepClock } from '../../src/testing/step-clock.ts';
import { createWakeClock } from '../../src/supervisor/wake-clock.ts';

/** A clock over one that can be ahead by a sleep, on either of its two scales. */
function stage() {
  const inner = createStepClock(1_000);
  const slept = { monotonicMs: 0, wallMs: 0 };
  let wakes = 0;
  let atWake: () => void = () => undefined;
  const clock = createWakeClock({
    clock: {
      now: () => inner.now() + slept.monotonicMs,
      setTimeout: (run, delayMs) => inner.setTimeout(run, delayMs),
      clearTimeout: (timer) => inner.clearTimeout(timer),
    },
    wall: () => inner.now() + slept.wallMs,
    woke: () => {
      wakes += 1;
      atWake();
    },
  });
  return {
    inner,
    slept,
    clock,
    wakes: () => wakes,
    whenWaking: (run: () => void) => (atWake = run),
  };
}

it.each([
  ['a timer that is 30 s late', { monotonicMs: 30_000, wallMs: 30_000 }, 0],
  ['one that is later', { monotonicMs: 30_001, wallMs: 30_001 }, 1],
  ['a wall clock that is 30 s ahead', { monotonicMs: 0, wallMs: 30_000 }, 0],
  ['one that is further ahead', { monotonicMs: 0, wallMs: 30_001 }, 1],
  ['a wall clock that was set back', { monotonicMs: 0, wallMs: -90_000 }, 0],
])('F3 what %s says of a sleep', (_name, { monotonicMs, wallMs }, expected) => {
  const { inner, slept, clock, wakes } = stage();
  let runs = 0;
  clock.setTimeout(() => (runs += 1), 500);
  Object.assign(slept, { monotonicMs, wallMs });
  inner.advance(500);
  expect([wakes(), runs]).toEqual([expected, 1]);
});

it('F3 a wall clock that stays ahead is no second sleep', () => {
  const { inner, slept, clock, wakes } = stage();
  clock.setTimeout(() => undefined, 500);
  clock.setTimeout(() => undefined, 600);
  slept.wallMs = 40_000;
  inner.advance(600);
  expect(wakes()).toBe(1);
  clock.setTimeout(() => undefined, 500);
  slept.wallMs = 80_000;
  inner.advance(500);
  expect(wakes()).toBe(2);
});

it('F3 timers that were due before the wake are late for the same sleep, later ones are not', () => {
  const { inner, slept, clock, wakes } = stage();
  clock.setTimeout(() => undefined, 500);
  clock.setTimeout(() => undefined, 1_500);
  slept.monotonicMs = 40_000;
  inner.advance(1_500);
  expect(wakes()).toBe(1);
  clock.setTimeout(() => undefined, 500);
  slept.monotonicMs = 80_000;
  inner.advance(500);
  expect(wakes()).toBe(2);
});

it('F3 a late timer that is called off as the clock wakes does not run', () => {
  const { inner, slept, clock, whenWaking } = stage();
  let runs = 0;
  const timer = clock.setTimeout(() => (runs += 1), 500);
  whenWaking(() => clock.clearTimeout(timer));
  slept.monotonicMs = 40_000;
  inner.advance(500);
  expect(runs).toBe(0);
});

it('F3 timers that are called off late tell of a sleep too, once their caller has ended', async () => {
  const { inner, slept, clock, wakes } = stage();
  const timers = [500, 600].map((delayMs) => clock.setTimeout(() => undefined, delayMs));
  slept.monotonicMs = 40_000;
  for (const timer of timers) clock.clearTimeout(timer);
  expect(wakes()).toBe(0);
  await Promise.resolve();
  expect([wakes(), inner.pending]).toEqual([1, 0]);
});

it('F3 a timer that is called off in time, or after it has run, tells of no sleep', async () => {
  const { inner, slept, clock, wakes } = stage();
  const [ran, early] = [500, 40_000].map((delayMs) => clock.setTimeout(() => undefined, delayMs));
  inner.advance(500);
  slept.monotonicMs = 60_000;
  for (const timer of [ran, early]) clock.clearTimeout(timer);
  await Promise.resolve();
  expect(wakes()).toBe(0);
});

it.each([undefined, null, 7, {}])(
  'F3 what is none of its timers is not called off: %o',
  (other) => {
    const { inner, clock } = stage();
    const timer = clock.setTimeout(() => undefined, 500);
    clock.clearTimeout(other);
    expect(inner.pending).toBe(1);
    clock.clearTimeout(timer);
    expect(inner.pending).toBe(0);
  },
);
