const HOUR_MS = 3_600_000;

/**
 * A burst, and a rate at which it fills again (F2). Times come in as arguments. It counts in whole
 * numbers: fractions round with each look, and whoever looks may be a neighbour, whose doings must
 * not move a start even by a millisecond (F1).
 */
export class RateBucket {
  #capacity: number;
  #perHour: number;
  /** One start is as many as an hour has milliseconds, so that each of those brings `perHour`. */
  #parts: number;
  #filledAt: number;

  constructor(capacity: number, perHour: number, now: number) {
    this.#capacity = capacity;
    this.#perHour = perHour;
    this.#parts = capacity * HOUR_MS;
    this.#filledAt = Math.floor(now);
  }

  /** A changed policy changes the limits from now on; what was used stays used. */
  resize(capacity: number, perHour: number, now: number): void {
    if (capacity === this.#capacity && perHour === this.#perHour) return;
    this.#fill(now);
    // A start that a waiting server is about to have is not taken back by a smaller burst.
    const added = Math.max(0, capacity - this.#capacity) * HOUR_MS;
    this.#parts = Math.min(capacity * HOUR_MS, this.#parts + added);
    this.#capacity = capacity;
    this.#perHour = perHour;
  }

  /** How long until a start is allowed; 0 if one is now. */
  waitMs(now: number): number {
    this.#fill(now);
    return Math.max(0, HOUR_MS - this.#parts) / this.#perHour;
  }

  take(now: number): void {
    this.#fill(now);
    this.#parts -= HOUR_MS;
  }

  #fill(now: number): void {
    const at = Math.floor(now);
    const gained = Math.max(0, at - this.#filledAt) * this.#perHour;
    this.#parts = Math.min(this.#capacity * HOUR_MS, this.#parts + gained);
    this.#filledAt = at;
  }
}
