import { parseJson } from '../../json-rpc.ts';
import { formOf, type Head } from '../answers/answer-head.ts';
import type { Refusal } from '../answers/refusal.ts';
import { passingStatuses, type StatusFault } from '../answers/status.ts';
import type { Conversation } from '../conversation.ts';
import type { HttpRequest, ResponseReader } from '../requests/http-request.ts';
import { faultOf } from '../requests/network-errors.ts';
import { EventStream, EventTooLargeError } from './event-stream.ts';
import { backoffDelayMs, Pace, retryDelayMs } from './reopen-delay.ts';

const LONGEST_WAIT_MS = 60_000;

/** L6 (b): failed reopenings in a row after which the server itself is doubted. */
const FAILURES_TO_SUSPECT = 3;

/** The stream on which a server speaks unasked. Kept open for as long as the session (L6 d). */
export class ListenStream implements ResponseReader {
  readonly #conversation: Conversation;
  readonly #pace: Pace;
  readonly #stream: EventStream;
  #request: HttpRequest | undefined;
  #timer: unknown;
  #failures = 0;
  #wasOpen = false;
  #stopped = false;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
    this.#pace = new Pace(conversation.clock);
    this.#stream = new EventStream((data) => this.#takeEvent(data));
  }

  open(): void {
    if (this.#stopped) return;
    this.#pace.takeMs();
    this.#ask();
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
    this.#wasOpen = true;
    this.#failures = 0;
  }

  ondata(chunk: Buffer): void {
    try {
      this.#stream.feed(chunk);
    } catch (error) {
      if (!(error instanceof EventTooLargeError)) throw error;
      this.#conversation.notice('An event of the listen stream was too large; it was dropped.');
      this.#request?.abort();
      this.#reopen(retryDelayMs(this.#stream.retryMs));
    }
  }

  onend(): void {
    this.#reopen(retryDelayMs(this.#stream.retryMs));
  }

  onrefused(refusal: Refusal): void {
    const fault = refusal.fault(this.#conversation.inSession);
    this.#conversation.report(fault);
    // The session is lost, or waits for a login; neither is mended by asking again.
    if (fault.sessionGone || fault.status === 401) return this.stop();
    if (this.#isNoStream(fault)) {
      this.stop();
      if (fault.status !== 405)
        this.#conversation.notice(`There is no listen stream (HTTP ${fault.status}).`);
      return;
    }
    this.#retryLater(fault.retryAfterMs);
  }

  onfail(error: unknown, written: boolean): void {
    // L6 (b): a broken stream is often the first sign of a dead server.
    this.#conversation.report(faultOf(error, written, 0));
    this.#retryLater();
  }

  #ask(): void {
    this.#stream.restart();
    this.#request = this.#conversation.get(this.#stream.lastEventId, this);
  }

  #reopen(delayMs: number): void {
    if (this.#stopped) return;
    const waitMs = Math.max(delayMs, this.#pace.takeMs());
    this.#timer = this.#conversation.clock.setTimeout(() => this.#ask(), waitMs);
  }

  #retryLater(hintMs = 0): void {
    const delayMs = backoffDelayMs(this.#stream.retryMs, this.#failures);
    this.#failures += 1;
    if (this.#failures === FAILURES_TO_SUSPECT) this.#conversation.suspect();
    this.#reopen(Math.min(Math.max(delayMs, hintMs), LONGEST_WAIT_MS));
  }

  #isNoStream({ status }: StatusFault): boolean {
    if (status === 405) return true;
    // Any other refusal of a first GET that does not pass means that there is no such stream.
    return !this.#wasOpen && status < 500 && !passingStatuses.has(status);
  }

  #takeEvent(data: string): void {
    if (!this.#conversation.deliver(parseJson(data)))
      this.#conversation.notice('The listen stream carried something that is not JSON-RPC.');
  }
}
