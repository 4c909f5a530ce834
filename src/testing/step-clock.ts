import type { Clock } from '../clock.ts';

/**
 * A clock that stands still until it is told to go on, and then steps from deadline to deadline, so
 * that a timer that arms another one within the same advance fires both at their own times.
 */
export interface StepClock extends Clock {
  /** Timers that have not fired yet. */
  readonly pending: number;
  /** Goes on by `durationMs`; what the timers resolve runs afterwards. */
  advance(durationMs: number): void;
  /** The same, and lets every promise that a step resolved run before the next step. */
  advanceSettled(durationMs: number): Promise<void>;
  /**
   * Goes to the earliest timer, runs it alone, and lets every promise that it resolved run. False
   * if no timer is due by `untilMs`; then the clock stands there.
   */
  stepSettled(untilMs: number): Promise<boolean>;
  /** The machine sleeps: time goes on, and what was due meanwhile runs late with the next step. */
  sleep(durationMs: number): void;
}

/** @param startMs what `now()` says at first. */
export function createStepClock(startMs = 0): StepClock {
  return new SteppingClock(startMs);
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

class SteppingClock implements StepClock {
  #now: number;
  readonly #timers = new Set<Timer>();

  constructor(startMs: number) {
    this.#now = startMs;
    // XState takes these out of their object before it calls them.
    this.now = this.now.bind(this);
    this.setTimeout = this.setTimeout.bind(this);
    this.clearTimeout = this.clearTimeout.bind(this);
  }

  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(run: () => void, delayMs: number): unknown {
    const timer = { at: this.#now + Math.max(0, delayMs), run };
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as Timer);
  }

  advance(durationMs: number): void {
    const end = this.#now + durationMs;
    while (this.#step(end));
    this.#now = end;
  }

  async advanceSettled(durationMs: number): Promise<void> {
    const end = this.#now + durationMs;
    await settled();
    while (this.#step(end)) await settled();
    this.#now = end;
  }

  async stepSettled(untilMs: number): Promise<boolean> {
    if (!this.#step(untilMs)) {
      this.#now = Math.max(this.#now, untilMs);
      return false;
    }
    await settled();
    return true;
  }

  sleep(durationMs: number): void {
    this.#now += durationMs;
  }

  /** Runs the earliest timer due by `end`; of two at one time the one armed first. */
  #step(end: number): boolean {
    let next: Timer | undefined;
    for (const timer of this.#timers)
      if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
    if (next === undefined) return false;
    this.#timers.delete(next);
    // After a sleep the timers run late, and time does not go back for them.
    this.#now = Math.max(this.#now, next.at);
    next.run();
    return true;
  }
}

/** One turn of the event loop: every microtask that is ready, and those they make ready, have run. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
