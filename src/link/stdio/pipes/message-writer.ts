import type { Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { ExchangeError } from '../../channel.ts';

interface Pending {
  readonly resolve: () => void;
  readonly reject: (error: ExchangeError) => void;
}

interface Waiting extends Pending {
  readonly id: RequestId | undefined;
  readonly text: string;
}

const handedOn: Promise<void> = Promise.resolve();

/** Small enough to fit into a pipe that has room, so that hardly a batch is ever cut. */
const BATCH_LENGTH = 16 * 1024;

/**
 * Writes the messages of one turn together, because each write wakes the server; only where turns
 * hold one message each, it goes out at once. Once the pipe is full, later messages wait here and
 * not in the stream, so that when it breaks it is known which of them never began (K6).
 */
export class MessageWriter {
  readonly #stdin: Writable;
  /** Settles when the pipe takes more; shared by all that wait, absent while it does. */
  #full: Pending[] | undefined;
  /** Until the present turn is over, messages are gathered. */
  #gathering = false;
  #inThisTurn = 0;
  /** A turn after a crowded one is likely to be crowded too. */
  #crowded = false;
  #waiting: Waiting[] = [];
  #failure: string | undefined;

  constructor(stdin: Writable) {
    this.#stdin = stdin;
  }

  /** Settles once the bytes are handed on. @throws ExchangeError notSent or cut */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(notSent(this.#failure));
    const text = `${JSON.stringify(message)}\n`;
    this.#inThisTurn += 1;
    if (this.#full === undefined && !this.#gathering) {
      this.#gathering = true;
      void handedOn.then(this.#endTurn);
      if (!this.#crowded) return this.#write(text);
    }
    const id = 'id' in message ? message.id : undefined;
    return new Promise((resolve, reject) => this.#waiting.push({ id, text, resolve, reject }));
  }

  /** A request that nobody waits for any more stays here, if nothing of it has gone out: then true. */
  withdraw(id: RequestId): boolean {
    const place = this.#waiting.findIndex((waiting) => waiting.id === id);
    const [withdrawn] = place === -1 ? [] : this.#waiting.splice(place, 1);
    withdrawn?.reject(notSent('WITHDRAWN'));
    return withdrawn !== undefined;
  }

  /** The pipe is broken or the server gone: whatever waits settles, and nothing more is taken. */
  fail(code: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = code;
    for (const { reject } of this.#full ?? []) reject(cut(code));
    for (const { reject } of this.#waiting) reject(notSent(code));
    this.#full = undefined;
    this.#waiting = [];
  }

  #write(text: string): Promise<void> {
    if (this.#stdin.write(text)) return handedOn;
    // A write that fails in its own turn was refused by the system as a whole.
    if (this.#stdin.errored || this.#stdin.destroyed) {
      const code = codeOf(this.#stdin.errored);
      this.fail(code);
      return Promise.reject(notSent(code));
    }
    return new Promise((resolve, reject) => {
      this.#full = [{ resolve, reject }];
      this.#stdin.once('drain', () => this.#drained());
    });
  }

  #drained(): void {
    for (const { resolve } of this.#full ?? []) resolve();
    this.#full = undefined;
    this.#writeWaiting();
  }

  // Made once and not per turn, of which there is one per call.
  readonly #endTurn = (): void => {
    this.#gathering = false;
    this.#crowded = this.#inThisTurn > 1;
    this.#inThisTurn = 0;
    this.#writeWaiting();
  };

  #writeWaiting(): void {
    while (this.#full === undefined && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, countBatch(this.#waiting));
      const written = this.#write(batch.map(({ text }) => text).join(''));
      for (const { resolve, reject } of batch) written.then(resolve, reject);
    }
  }
}

/** How many may go out in one write; at least one. */
function countBatch(waiting: readonly Waiting[]): number {
  let length = 0;
  const end = waiting.findIndex(({ text }) => (length += text.length) > BATCH_LENGTH);
  return end === -1 ? waiting.length : Math.max(1, end);
}

function codeOf(error: Error | null): string {
  const code = error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'EPIPE';
}

function notSent(code: string): ExchangeError {
  return new ExchangeError({ kind: 'notSent', code }, `nothing was sent: ${code}`);
}

function cut(code: string): ExchangeError {
  return new ExchangeError({ kind: 'cut', code }, `the way to the server broke: ${code}`);
}
