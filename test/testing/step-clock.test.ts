import { describe, expect, test } from 'vitest';
import { createStepClock } from '../../src/testing/step-clock.ts';

describe('a clock that steps from deadline to deadline', () => {
  test('a chain of timers within one advance fires each at its own time', () => {
    const clock = createStepClock(100);
    const fired: number[] = [];
    const tick = () => {
      fired.push(clock.now());
      clock.setTimeout(tick, 1_000);
    };
    clock.setTimeout(tick, 1_000);
    clock.advance(3_500);
    expect(fired).toEqual([1_100, 2_100, 3_100]);
    expect(clock.now()).toBe(3_600);
    expect(clock.pending).toBe(1);
  });

  test('of two timers at one time the one armed first fires first, and a cleared one never', () => {
    const clock = createStepClock();
    const fired: string[] = [];
    clock.setTimeout(() => fired.push('late'), 20);
    clock.setTimeout(() => fired.push('first'), 10);
    clock.setTimeout(() => fired.push('second'), 10);
    clock.clearTimeout(clock.setTimeout(() => fired.push('never'), 10));
    clock.clearTimeout(undefined);
    clock.advance(20);
    expect(fired).toEqual(['first', 'second', 'late']);
  });

  test('what a step resolves runs before the next step, if asked for', async () => {
    const clock = createStepClock();
    const seen: number[] = [];
    const wait = (delayMs: number) =>
      new Promise<void>((resolve) => void clock.setTimeout(resolve, delayMs));
    const walk = async () => {
      for (let step = 0; step < 3; step += 1) {
        await wait(10);
        seen.push(clock.now());
      }
    };
    const walked = walk();
    await clock.advanceSettled(30);
    await walked;
    expect(seen).toEqual([10, 20, 30]);
  });

  test('one step runs one timer, and none that is not due by then', async () => {
    const clock = createStepClock();
    const fired: number[] = [];
    for (const delayMs of [30, 10])
      clock.setTimeout(() => void Promise.resolve().then(() => fired.push(delayMs)), delayMs);
    expect(await clock.stepSettled(20)).toBe(true);
    expect(fired).toEqual([10]);
    expect(await clock.stepSettled(20)).toBe(false);
    expect([clock.now(), clock.pending]).toEqual([20, 1]);
  });

  test('F3 after a sleep timers run late, in order, and time does not go back', () => {
    const clock = createStepClock();
    const fired: number[] = [];
    for (const delayMs of [10, 20, 100]) clock.setTimeout(() => fired.push(clock.now()), delayMs);
    clock.sleep(50);
    expect(fired).toEqual([]);
    clock.advance(50);
    expect(fired).toEqual([50, 50, 100]);
  });

  test('its functions work on their own, as actors take them', () => {
    const { now, setTimeout, clearTimeout } = createStepClock(5);
    clearTimeout(setTimeout(() => undefined, 1));
    expect(now()).toBe(5);
  });
});
