/** Calls that wait, in the order in which they came (K3). */
export interface WaitingLine<Item extends object> {
  /** Everything that waits. */
  readonly size: number;
  /** What counts against the limit: replays do not. */
  readonly counted: number;
  /** At the end; false if the line is full. */
  join(item: Item, limit: number): boolean;
  /** At the head, whatever the limit: it had its turn before. */
  rejoin(item: Item): void;
  /** False if it did not wait. */
  leave(item: Item): boolean;
  /** A copy in order, so that one may leave while it is walked through. */
  inOrder(): readonly Item[];
}

export function createWaitingLine<Item extends object>(): WaitingLine<Item> {
  return new Line<Item>();
}

class Line<Item extends object> implements WaitingLine<Item> {
  /** In the order in which they came back. */
  #returned: Item[] = [];
  readonly #joined = new Set<Item>();

  get size(): number {
    return this.#returned.length + this.#joined.size;
  }

  get counted(): number {
    return this.#joined.size;
  }

  join(item: Item, limit: number): boolean {
    if (this.#joined.size >= limit) return false;
    this.#joined.add(item);
    return true;
  }

  rejoin(item: Item): void {
    this.#returned.push(item);
  }

  leave(item: Item): boolean {
    if (this.#joined.delete(item)) return true;
    const place = this.#returned.indexOf(item);
    if (place >= 0) this.#returned.splice(place, 1);
    return place >= 0;
  }

  inOrder(): readonly Item[] {
    return [...this.#returned, ...this.#joined];
  }
}
