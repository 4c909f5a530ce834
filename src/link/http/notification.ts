import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ExchangeFault } from '../channel.ts';
import type { Head } from './answers/answer-head.ts';
import { errorOf } from './answers/fault-error.ts';
import type { Refusal } from './answers/refusal.ts';
import type { Postbox } from './conversation.ts';
import type { HttpRequest, ResponseReader } from './requests/http-request.ts';
import { faultOf } from './requests/network-errors.ts';

/** Time for a socket to be had. */
const WRITE_WAIT_MS = 10_000;

/** Time to be accepted once written; some servers never answer a notification. */
const ACCEPT_WAIT_MS = 2_000;

/**
 * Sends a message that is not answered. Settles when it is accepted, or once it has been written
 * and nothing was heard for 2 s.
 */
export class Notification implements ResponseReader {
  readonly #postbox: Postbox;
  readonly #onsettled: (error?: Error) => void;
  readonly #body: string;
  #request: HttpRequest | undefined;
  #timer: unknown;
  #settled = false;
  #sessionSent = false;

  constructor(postbox: Postbox, message: JSONRPCMessage, onsettled: (error?: Error) => void) {
    this.#postbox = postbox;
    this.#onsettled = onsettled;
    this.#body = JSON.stringify(message);
  }

  start(): void {
    this.#sessionSent = this.#postbox.inSession;
    this.#wait(WRITE_WAIT_MS, () => this.#fail({ kind: 'notSent', code: 'WRITE_TIMEOUT' }));
    this.#request = this.#postbox.post(this.#body, this);
  }

  close(): void {
    this.#fail({ kind: 'cut', code: 'CLOSED' });
  }

  onwritten(): void {
    this.#wait(ACCEPT_WAIT_MS, () => {
      this.#request?.abort();
      this.#settle();
    });
  }

  accepts({ status }: Head): boolean {
    return status < 300;
  }

  onhead(): void {
    // A body nobody asked for may end by itself, so that the socket can be used again.
    this.#request?.abortAfter(ACCEPT_WAIT_MS);
    this.#settle();
  }

  ondata(): void {}

  onend(): void {}

  onrefused(refusal: Refusal): void {
    const fault = refusal.fault(this.#sessionSent);
    this.#postbox.report(fault);
    this.#fail(fault);
  }

  onfail(error: unknown, written: boolean): void {
    if (this.#settled) return;
    const fault = faultOf(error, written, Buffer.byteLength(this.#body));
    this.#postbox.report(fault);
    this.#fail(fault, error);
  }

  #fail(fault: ExchangeFault, cause?: unknown): void {
    this.#request?.abort();
    this.#settle(errorOf(fault, cause));
  }

  #settle(error?: Error): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#postbox.clock.clearTimeout(this.#timer);
    this.#onsettled(error);
  }

  #wait(delayMs: number, then: () => void): void {
    this.#postbox.clock.clearTimeout(this.#timer);
    this.#timer = this.#postbox.clock.setTimeout(then, delayMs);
  }
}
