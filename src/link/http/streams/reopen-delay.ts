import type { Clock } from '../../../clock.ts';

const SHORTEST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 60_000;
const DEFAULT_RETRY_MS = 1_000;
const BURST = 3;
const PACE_MS = 1_000;

/** L6 (d): the server's `retry`, honoured from 250 ms to 60 s; 1 s without one. */
export function retryDelayMs(retryMs: number | undefined): number {
  return Math.min(Math.max(retryMs ?? DEFAULT_RETRY_MS, SHORTEST_RETRY_MS), LONGEST_RETRY_MS);
}

/** Delay before the next try after `failures` failed ones in a row. At most 60 s. */
export function backoffDelayMs(retryMs: number | undefined, failures: number): number {
  return Math.min(retryDelayMs(retryMs) * 2 ** Math.min(failures, 16), LONGEST_RETRY_MS);
}

/** L6 (d): at most once a second on average, with a small burst. */
export class Pace {
  readonly #clock: Clock;
  #tokens = BURST;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  /** Takes a turn; the time until it comes. */
  takeMs(): number {
    const now = this.#clock.now();
    this.#tokens = Math.min(this.#tokens + (now - this.#at) / PACE_MS, BURST) - 1;
    this.#at = now;
    return this.#tokens >= 0 ? 0 : -this.#tokens * PACE_MS;
  }
}
