import { systemClock, type Clock } from '../../src/clock.ts';

/** The real clock, `factor` times as fast: for rules whose shortest time is still a long one. */
export function createFastClock(factor: number): Clock {
  return {
    now: () => systemClock.now() * factor,
    wall: () => systemClock.now() * factor,
    setTimeout: (run, delayMs) => systemClock.setTimeout(run, delayMs / factor),
    clearTimeout: (timer) => systemClock.clearTimeout(timer),
  };
}
