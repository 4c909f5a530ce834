import type { Clock } from '../../../src/clock.ts';

/** The world's clock as the supervisor gets it: what is pending on it is the supervisor's (S4). */
export interface CountedClock extends Clock {
  readonly pending: number;
}

export function createCountedClock(clock: Clock): CountedClock {
  const pending = new Set<unknown>();
  return {
    get pending() {
      return pending.size;
    },
    now: () => clock.now(),
    setTimeout(run, delayMs) {
      const timer = clock.setTimeout(() => {
        pending.delete(timer);
        run();
      }, delayMs);
      pending.add(timer);
      return timer;
    },
    clearTimeout(timer) {
      pending.delete(timer);
      clock.clearTimeout(timer);
    },
  };
}
