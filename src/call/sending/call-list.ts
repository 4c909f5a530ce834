import type { Call } from '../call.ts';

/**
 * Calls in no order. A list and not a set: each table that a busy set outgrows refers to the next
 * one, so that one of them in the old part of the heap keeps every later call from being collected.
 */
export class CallList {
  readonly #calls: Call[] = [];

  get size(): number {
    return this.#calls.length;
  }

  add(call: Call): void {
    call.seat = this.#calls.length;
    this.#calls.push(call);
  }

  /** The last call takes the seat that becomes free. */
  remove(call: Call): void {
    const last = this.#calls[this.#calls.length - 1];
    if (last === undefined || this.#calls[call.seat] !== call) return;
    this.#calls[call.seat] = last;
    last.seat = call.seat;
    this.#calls.pop();
  }

  /** As they are now; what happens to them meanwhile changes nothing. */
  all(): readonly Call[] {
    return [...this.#calls];
  }
}
