import type { Answer, Progress } from './session.ts';

/** A request of ours that has no answer yet. */
export interface PendingRequest {
  readonly settle: (answer: Answer) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Whether its answer may take as long as a caller lets it. */
  readonly isCall: boolean;
}

/**
 * Requests without an answer, by the id they get here. Kept in slots and not in a map: each table
 * that a busy map outgrows refers to the next one, so that one of them in the old part of the heap
 * keeps every later request from being collected.
 */
export class PendingRequests {
  readonly #slots: (Slot | undefined)[] = [];
  readonly #freeSlots: number[] = [];
  #lastNumber = 0;

  get size(): number {
    return this.#slots.length - this.#freeSlots.length;
  }

  /** The id under which it can be found until it is taken; never given out again. */
  add(request: PendingRequest): string {
    const place = this.#freeSlots.pop() ?? this.#slots.length;
    this.#lastNumber += 1;
    const id = `${ownMark}${place}.${this.#lastNumber}`;
    this.#slots[place] = { id, request };
    return id;
  }

  get(id: string): PendingRequest | undefined {
    const slot = this.#slots[placeIn(id)];
    // Another request may have the slot by now.
    return slot?.id === id ? slot.request : undefined;
  }

  /** Finds it for the last time. */
  take(id: string): PendingRequest | undefined {
    const request = this.get(id);
    if (request === undefined) return undefined;
    this.#slots[placeIn(id)] = undefined;
    this.#freeSlots.push(placeIn(id));
    return request;
  }

  ids(): string[] {
    return this.#slots.flatMap((slot) => slot?.id ?? []);
  }
}

/** Whether an id is of the kind that is given out here; it may be long over. */
export function isOwnId(id: unknown): id is string {
  return typeof id === 'string' && id.startsWith(ownMark);
}

interface Slot {
  readonly id: string;
  readonly request: PendingRequest;
}

/** The client counts its requests in numbers; a letter in front keeps ours apart. */
const ownMark = 'h';

function placeIn(id: string): number {
  return Number.parseInt(id.slice(ownMark.length), 10);
}
