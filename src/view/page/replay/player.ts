import type { RecordedFleet, RecordedMoment } from '../../wire/recorded.ts';

/** What a player takes from the browser. */
export interface PlayerClock {
  /** Milliseconds that never run backwards. */
  now(): number;
  /** Returns the way to stop it. */
  every(intervalMs: number, run: () => void): () => void;
}

/** How often the picture moves on. */
const TICK_MS = 50;

/** Goes through a recording, and tells where it stands. */
export class Player {
  readonly recorded: RecordedFleet;
  readonly #clock: PlayerClock;
  readonly #listeners = new Set<() => void>();
  /** Where it stood at `#since` of the clock; from there it runs while it plays. */
  #from: number;
  #since = 0;
  #stop: (() => void) | undefined;
  #speed = 1;
  /** Moments up to this one have happened, where several share one time. */
  #shown = 0;

  constructor(recorded: RecordedFleet, clock: PlayerClock) {
    this.recorded = recorded;
    this.#clock = clock;
    this.#from = recorded.startsAt;
    this.#shown = this.#countUntil(recorded.startsAt);
  }

  get isPlaying(): boolean {
    return this.#stop !== undefined;
  }

  get speed(): number {
    return this.#speed;
  }

  /** Moments that have happened. */
  get shown(): number {
    return this.#shown;
  }

  /** Epoch milliseconds. */
  now(): number {
    if (!this.isPlaying) return this.#from;
    const passedMs = (this.#clock.now() - this.#since) * this.#speed;
    return Math.min(this.recorded.endsAt, this.#from + passedMs);
  }

  play(): void {
    if (this.isPlaying) return;
    if (this.#from >= this.recorded.endsAt) this.seek(this.recorded.startsAt);
    this.#since = this.#clock.now();
    this.#stop = this.#clock.every(TICK_MS, () => this.#tick());
    this.#tell();
  }

  pause(): void {
    this.#from = this.now();
    this.#stop?.();
    this.#stop = undefined;
    this.#tell();
  }

  setSpeed(speed: number): void {
    this.#from = this.now();
    this.#since = this.#clock.now();
    this.#speed = speed;
    this.#tell();
  }

  /** @param at epoch milliseconds */
  seek(at: number): void {
    this.#standAt(at, this.#countUntil(at));
  }

  /** To the next moment, or back to the one before; it plays no longer. */
  step(by: 1 | -1): void {
    if (this.isPlaying) this.pause();
    const { moments } = this.recorded;
    const shown = Math.min(Math.max(1, this.#shown + by), moments.length);
    const moment = moments[shown - 1];
    if (moment !== undefined) this.#standAt(moment.at, shown);
  }

  /** The moment that has happened last. */
  last(): RecordedMoment | undefined {
    return this.recorded.moments[this.#shown - 1];
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #standAt(at: number, shown: number): void {
    this.#from = at;
    this.#since = this.#clock.now();
    this.#shown = shown;
    this.#tell();
  }

  #tick(): void {
    const now = this.now();
    this.#shown = Math.max(this.#shown, this.#countUntil(now));
    if (now >= this.recorded.endsAt) this.pause();
    else this.#tell();
  }

  /** How many moments have happened by then; they stand in order. */
  #countUntil(at: number): number {
    const { moments } = this.recorded;
    let [low, high] = [0, moments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((moments[middle]?.at ?? Infinity) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
