import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import type { ExchangeFault } from '../channel.ts';
import type { Head } from '../http/answers/answer-head.ts';
import { errorOf } from '../http/answers/fault-error.ts';
import { answerIn, type Refusal } from '../http/answers/refusal.ts';
import type { Postbox } from '../http/conversation.ts';
import type { OpenExchange } from '../http/open-exchanges.ts';
import type { HttpRequest, ResponseReader } from '../http/requests/http-request.ts';
import { faultOf } from '../http/requests/network-errors.ts';

/** Time the response to a POST has to end by itself, so that its socket can be used again. */
const TAIL_MS = 1_000;

/** One request: posted, accepted, and answered at any later time over the session's stream (L7). */
export class PostedRequest implements ResponseReader, OpenExchange {
  readonly #postbox: Postbox;
  readonly #message: JSONRPCRequest;
  readonly #onsettled: (error?: Error) => void;
  readonly #body: string;
  #request: HttpRequest | undefined;
  #written = false;
  #accepted = false;
  #settled = false;

  constructor(postbox: Postbox, message: JSONRPCRequest, onsettled: (error?: Error) => void) {
    this.#postbox = postbox;
    this.#message = message;
    this.#onsettled = onsettled;
    this.#body = JSON.stringify(message);
  }

  start(): void {
    this.#request = this.#postbox.post(this.#body, this);
  }

  answered(): void {
    if (this.#settled) return;
    this.#settle();
    this.#request?.abortAfter(TAIL_MS);
  }

  /** L6 (f): a POST that is never answered would otherwise keep its socket. */
  abandon(code: string): boolean {
    this.#fail({ kind: this.#written ? 'cut' : 'notSent', code });
    return !this.#written;
  }

  onwritten(): void {
    this.#written = true;
  }

  accepts({ status }: Head): boolean {
    return status < 300;
  }

  onhead(): void {
    this.#accepted = true;
    this.#request?.abortAfter(TAIL_MS);
  }

  ondata(): void {}

  onend(): void {}

  onrefused(refusal: Refusal): void {
    if (this.#settled) return;
    const fault = refusal.fault(this.#postbox.inSession);
    const answer = answerIn(refusal, fault, this.#message.id);
    if (answer !== undefined && this.#postbox.deliver(answer)) return;
    this.#postbox.report(fault);
    this.#fail(fault);
  }

  onfail(error: unknown, written: boolean): void {
    // What becomes of an accepted request, only the stream can tell.
    if (this.#settled || this.#accepted) return;
    const fault = faultOf(error, written, Buffer.byteLength(this.#body));
    this.#postbox.report(fault);
    this.#fail(fault, error);
  }

  #fail(fault: ExchangeFault, cause?: unknown): void {
    if (this.#settled) return;
    this.#settle(errorOf(fault, cause));
    this.#request?.abort();
  }

  #settle(error?: Error): void {
    this.#settled = true;
    this.#onsettled(error);
  }
}
