import type { Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ExchangeError } from '../channel.ts';

interface Pending {
  readonly resolve: () => void;
  readonly reject: (error: ExchangeError) => void;
}

const handedOn: Promise<void> = Promise.resolve();

/**
 * Writes one message per write. Once the pipe is full, later messages wait here and not in the
 * stream, so that when it breaks it is known which of them never began (K6).
 */
export class MessageWriter {
  readonly #stdin: Writable;
  /** Settles when the pipe takes more; shared by all that wait, absent while it does. */
  #full: Pending[] | undefined;
  #waiting: (Pending & { readonly text: string })[] = [];
  #failure: string | undefined;

  constructor(stdin: Writable) {
    this.#stdin = stdin;
  }

  /** Settles once the bytes are handed on. @throws ExchangeError notSent or cut */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(notSent(this.#failure));
    const text = `${JSON.stringify(message)}\n`;
    if (this.#full === undefined) return this.#write(text);
    return new Promise((resolve, reject) => this.#waiting.push({ text, resolve, reject }));
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
    while (this.#full === undefined && this.#waiting.length > 0) {
      const next = this.#waiting.shift();
      if (next) this.#write(next.text).then(next.resolve, next.reject);
    }
  }
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
