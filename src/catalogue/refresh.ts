import type { Clock } from '../clock.ts';

export interface RefreshOptions {
  readonly clock: Clock;
  /** T4: quiet time before the list is read again, and the longest a burst may hold it back. */
  readonly delays: () => { readonly listDebounceMs: number; readonly listDebounceMaxMs: number };
  /** Reads the list once, within a bound of its own. A rejection keeps the last good one. */
  readonly read: () => Promise<void>;
}

/** T4: a list that could not be read is asked for again this much later, and twice that the next time. */
const RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

/**
 * Reads a changed list again: after the burst, one reading at a time, and once more if changes
 * came in meanwhile, so that the last state wins (T4).
 */
export class Refresh {
  readonly #options: RefreshOptions;
  #timer: unknown;
  /** When the oldest change was told that no reading has taken in yet. */
  #firstChangeAt: number | undefined;
  #reading = false;
  #failures = 0;
  /** Tells a reading that was stopped from the one that came after it. */
  #run = 0;
  #waiters: (() => void)[] = [];

  constructor(options: RefreshOptions) {
    this.#options = options;
  }

  /** False while a change has been told that was not yet read. */
  get isFresh(): boolean {
    return this.#firstChangeAt === undefined && !this.#reading;
  }

  /** Settles when the refresh that is due has ended, well or not. */
  settled(): Promise<void> {
    if (this.isFresh) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  changed(): void {
    this.#firstChangeAt ??= this.#options.clock.now();
    // A reading that is under way may have missed it; its end asks for the next one.
    if (!this.#reading) this.#debounce(this.#firstChangeAt);
  }

  /** The session is gone: its changes no longer matter, the next one lists anew. */
  stop(): void {
    this.#options.clock.clearTimeout(this.#timer);
    this.#firstChangeAt = undefined;
    this.#reading = false;
    this.#failures = 0;
    this.#run += 1;
    this.#release();
  }

  #debounce(since: number): void {
    const { clock, delays } = this.#options;
    const { listDebounceMs, listDebounceMaxMs } = delays();
    const latestMs = since + listDebounceMaxMs - clock.now();
    this.#schedule(Math.max(0, Math.min(listDebounceMs, latestMs)));
  }

  #schedule(delayMs: number): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    this.#timer = clock.setTimeout(() => void this.#readList(), delayMs);
  }

  async #readList(): Promise<void> {
    const changedAt = this.#firstChangeAt;
    this.#firstChangeAt = undefined;
    this.#reading = true;
    const run = this.#run;
    const read = await this.#options.read().then(
      () => true,
      () => false,
    );
    if (run !== this.#run) return;
    this.#reading = false;
    if (read) this.#readWell();
    else this.#readBadly(changedAt);
    this.#release();
  }

  #readWell(): void {
    this.#failures = 0;
    if (this.#firstChangeAt !== undefined) this.#debounce(this.#firstChangeAt);
  }

  #readBadly(changedAt: number | undefined): void {
    const delayMs = Math.min(RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
    this.#failures += 1;
    this.#firstChangeAt = changedAt ?? this.#firstChangeAt;
    this.#schedule(delayMs);
  }

  #release(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resume of waiters) resume();
  }
}
