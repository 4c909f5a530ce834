/** What a server waits for, in the words of the contract. */
export type TimerName =
  'deadline' | 'wait' | 'spacing' | 'stable' | 'drain' | 'close' | 'cooldown' | 'slot';

/** Names with a due time, nothing that runs by itself. */
export class Timers {
  readonly #due = new Map<TimerName, number>();
  #nowMs = 0;

  get nowMs(): number {
    return this.#nowMs;
  }

  get nextDueMs(): number | undefined {
    return this.#due.size === 0 ? undefined : Math.min(...this.#due.values());
  }

  /** Every pending timer, and when it is due. */
  get pending(): ReadonlyMap<TimerName, number> {
    return this.#due;
  }

  isArmed(name: TimerName): boolean {
    return this.#due.has(name);
  }

  arm(name: TimerName, delayMs: number): void {
    // Deleted first, since of two timers due at one time the one armed first fires first.
    this.#due.delete(name);
    this.#due.set(name, this.#nowMs + delayMs);
  }

  disarm(...names: readonly TimerName[]): void {
    for (const name of names) this.#due.delete(name);
  }

  /** Stops every timer but those of the breaker. */
  disarmRecovery(): void {
    this.disarm('deadline', 'wait', 'spacing', 'stable', 'drain', 'close');
  }

  /** Goes on to the next timer that is due by `untilMs` and takes it; to `untilMs` if none is. */
  take(untilMs: number): TimerName | undefined {
    const dueMs = this.nextDueMs;
    if (dueMs === undefined || dueMs > untilMs) {
      this.#nowMs = Math.max(this.#nowMs, untilMs);
      return undefined;
    }
    this.#nowMs = dueMs;
    for (const [name, atMs] of this.#due)
      if (atMs === dueMs) {
        this.#due.delete(name);
        return name;
      }
    return undefined;
  }
}
