import { systemClock, type Clock } from '../../src/clock.ts';

/** The real clock, which also knows how many of its timers are still to come. */
export interface CountingClock extends Clock {
  readonly pending: number;
}

export function createCountingClock(): CountingClock {
  const timers = new Set<object>();
  return {
    now: () => systemClock.now(),
    wall: () => Date.now(),
    setTimeout(run, delayMs) {
      const timer = { handle: undefined as unknown };
      timers.add(timer);
      timer.handle = systemClock.setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      return timer;
    },
    clearTimeout(timer) {
      if (typeof timer !== 'object' || timer === null || !timers.delete(timer)) return;
      systemClock.clearTimeout((timer as { handle: unknown }).handle);
    },
    get pending() {
      return timers.size;
    },
  };
}
