const HOUR_MS = 3_600_000;

/** A burst, and a rate at which it fills again (F2). Times come in as arguments. */
export class RateBucket {
  #capacity: number;
  #perHour: number;
  #tokens: number;
  #filledAt: number;

  constructor(capacity: number, perHour: number, now: number) {
    this.#capacity = capacity;
    this.#perHour = perHour;
    this.#tokens = capacity;
    this.#filledAt = now;
  }

  /** A changed policy changes the limits from now on; what was used stays used. */
  resize(capacity: number, perHour: number, now: number): void {
    if (capacity === this.#capacity && perHour === this.#perHour) return;
    this.#fill(now);
    // A start that a waiting server is about to have is not taken back by a smaller burst.
    this.#tokens = Math.min(capacity, this.#tokens + Math.max(0, capacity - this.#capacity));
    this.#capacity = capacity;
    this.#perHour = perHour;
  }

  /** How long until a start is allowed; 0 if one is now. */
  waitMs(now: number): number {
    this.#fill(now);
    return this.#tokens >= 1 ? 0 : ((1 - this.#tokens) * HOUR_MS) / this.#perHour;
  }

  take(now: number): void {
    this.#fill(now);
    this.#tokens -= 1;
  }

  #fill(now: number): void {
    const gained = ((now - this.#filledAt) * this.#perHour) / HOUR_MS;
    this.#tokens = Math.min(this.#capacity, this.#tokens + Math.max(0, gained));
    this.#filledAt = now;
  }
}
