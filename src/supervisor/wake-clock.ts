import type { Clock } from '../clock.ts';

/** F3: later than this, the machine was asleep and not merely busy. */
const SLEEP_MS = 30_000;

export interface WakeClockOptions {
  readonly clock: Clock;
  /** Epoch milliseconds; unlike the clock's, they go on during sleep. */
  readonly wall: () => number;
  /**
   * Called before the late timer runs, so that what it would have done can be called off; or right
   * after whoever called it off late has come to an end.
   */
  readonly woke: () => void;
}

interface WakeTimer {
  handle: unknown;
  readonly dueAt: number;
  /** It was called off, or has run. */
  over: boolean;
}

/** A clock that notices that it was asleep before it runs a timer that is late for that (F3). */
export function createWakeClock({ clock, wall, woke }: WakeClockOptions): Clock {
  let aheadBefore = wall() - clock.now();
  let wokeAt = -Infinity;

  // Every timer that was due before the last wake is late for the same sleep.
  const isLate = (dueAt: number, now: number) => now - dueAt > SLEEP_MS && dueAt > wokeAt;

  const look = (dueAt: number) => {
    const now = clock.now();
    const ahead = wall() - now;
    const slept = isLate(dueAt, now) || ahead - aheadBefore > SLEEP_MS;
    aheadBefore = ahead;
    if (!slept) return;
    wokeAt = now;
    woke();
  };

  return {
    now: () => clock.now(),
    setTimeout(run, delayMs) {
      const dueAt = clock.now() + delayMs;
      const timer: WakeTimer = { handle: undefined, dueAt, over: false };
      timer.handle = clock.setTimeout(() => {
        look(dueAt);
        if (timer.over) return;
        timer.over = true;
        run();
      }, delayMs);
      return timer;
    },
    clearTimeout(timer) {
      if (!isWakeTimer(timer) || timer.over) return;
      timer.over = true;
      clock.clearTimeout(timer.handle);
      const { dueAt } = timer;
      // F3: a server's word may be read before the late timers run, and call off all of them.
      if (isLate(dueAt, clock.now())) queueMicrotask(() => look(dueAt));
    },
  };
}

function isWakeTimer(timer: unknown): timer is WakeTimer {
  return typeof timer === 'object' && timer !== null && 'over' in timer;
}
