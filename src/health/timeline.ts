import type { TimelineEntry } from './status.ts';

/** H3: how much history each server keeps. */
const TIMELINE_LENGTH = 64;

/** The last entries of one server's history (H3). */
export class Timeline {
  readonly #nextId: () => number;
  #entries: TimelineEntry[] = [];

  /** `nextId` is shared by the fleet, so that entries of all servers can be put in order. */
  constructor(nextId: () => number) {
    this.#nextId = nextId;
  }

  add(at: number, event: string, detail: string): void {
    this.#entries.push({ id: this.#nextId(), at, event, detail });
    if (this.#entries.length > TIMELINE_LENGTH) this.#entries.shift();
  }

  get entries(): readonly TimelineEntry[] {
    return [...this.#entries];
  }
}
