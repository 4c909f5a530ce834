import type { Clock } from '../clock.ts';

/** F3: later than this, the machine was asleep and not merely busy. */
const SLEEP_MS = 30_000;

export interface WakeClockOptions {
  readonly clock: Clock;
  /** Epoch milliseconds; unlike the clock's, they go on during sleep. */
  readonly wall: () => number;
  /** Called before the late timer runs, so that what it would have done can be called off. */
  readonly woke: () => void;
}

interface WakeTimer {
  handle: unknown;
  cleared: boolean;
}

/** A clock that notices that it was asleep before it runs a timer that is late for that (F3). */
export function createWakeClock({ clock, wall, woke }: WakeClockOptions): Clock {
  let aheadBefore = wall() - clock.now();
  let wokeAt = -Infinity;

  const look = (dueAt: number) => {
    const now = clock.now();
    const ahead = wall() - now;
    // Every timer that was due before the last wake is late for the same sleep.
    const late = now - dueAt > SLEEP_MS && dueAt > wokeAt;
    const slept = late || ahead - aheadBefore > SLEEP_MS;
    aheadBefore = ahead;
    if (!slept) return;
    wokeAt = now;
    woke();
  };

  return {
    now: () => clock.now(),
    setTimeout(run, delayMs) {
      const dueAt = clock.now() + delayMs;
      const timer: WakeTimer = { handle: undefined, cleared: false };
      timer.handle = clock.setTimeout(() => {
        look(dueAt);
        if (!timer.cleared) run();
      }, delayMs);
      return timer;
    },
    clearTimeout(timer) {
      if (!isWakeTimer(timer)) return;
      timer.cleared = true;
      clock.clearTimeout(timer.handle);
    },
  };
}

function isWakeTimer(timer: unknown): timer is WakeTimer {
  return typeof timer === 'object' && timer !== null && 'cleared' in timer;
}
