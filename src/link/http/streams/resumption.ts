import type { ExchangeFault } from '../../channel.ts';
import { formOf, type Head } from '../answers/answer-head.ts';
import type { Refusal } from '../answers/refusal.ts';
import { passingStatuses } from '../answers/status.ts';
import type { Conversation } from '../conversation.ts';
import type { HttpRequest, ResponseReader } from '../requests/http-request.ts';
import { faultOf } from '../requests/network-errors.ts';
import { EventTooLargeError, type EventStream } from './event-stream.ts';
import { backoffDelayMs } from './reopen-delay.ts';

/**
 * Carries a cut answer stream on by GET with Last-Event-ID, after the server's `retry`, until the
 * answer has come or its exchange is over (L6).
 */
export class Resumption implements ResponseReader {
  readonly #conversation: Conversation;
  readonly #stream: EventStream;
  readonly #onended: (fault: ExchangeFault) => void;
  #failures = 0;
  #timer: unknown;
  #request: HttpRequest | undefined;
  #stopped = false;

  constructor(
    conversation: Conversation,
    stream: EventStream,
    onended: (fault: ExchangeFault) => void,
  ) {
    this.#conversation = conversation;
    this.#stream = stream;
    this.#onended = onended;
  }

  /** Waits, then asks for the rest. */
  start(): void {
    if (this.#stopped) return;
    this.#stream.restart();
    const delayMs = backoffDelayMs(this.#stream.retryMs, this.#failures);
    this.#timer = this.#conversation.clock.setTimeout(() => {
      this.#request = this.#conversation.get(this.#stream.lastEventId, this);
    }, delayMs);
  }

  stop(): void {
    this.#stopped = true;
    this.#conversation.clock.clearTimeout(this.#timer);
    this.#request?.abort();
  }

  accepts(head: Head): boolean {
    return formOf(head) === 'stream';
  }

  onhead(): void {
    this.#failures = 0;
  }

  ondata(chunk: Buffer): void {
    try {
      this.#stream.feed(chunk);
    } catch (error) {
      if (!(error instanceof EventTooLargeError)) throw error;
      this.#onended({ kind: 'malformed', code: error.code });
    }
  }

  onend(): void {
    this.start();
  }

  onrefused(refusal: Refusal): void {
    this.#failures += 1;
    const fault = refusal.fault(this.#conversation.inSession);
    this.#conversation.report(fault);
    if (fault.status >= 500 || passingStatuses.has(fault.status)) return this.start();
    // K6: the request itself was sent, so that no status of the resumption means "refused".
    this.#onended({ kind: 'cut', code: fault.sessionGone ? 'SESSION_EXPIRED' : 'NOT_RESUMABLE' });
  }

  onfail(error: unknown, written: boolean): void {
    this.#failures += 1;
    this.#conversation.report(faultOf(error, written, 0));
    this.start();
  }
}
