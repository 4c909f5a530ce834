import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import type { ExchangeError, ExchangeFault } from '../channel.ts';
import { parseJson } from '../json-rpc.ts';
import { formOf, type Head } from './answers/answer-head.ts';
import { Body } from './answers/body.ts';
import { errorOf } from './answers/fault-error.ts';
import { answerIn, type Refusal } from './answers/refusal.ts';
import type { Conversation } from './conversation.ts';
import type { HttpRequest, ResponseReader } from './requests/http-request.ts';
import { faultOf } from './requests/network-errors.ts';
import { EventStream, EventTooLargeError } from './streams/event-stream.ts';
import { Resumption } from './streams/resumption.ts';

const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024;

/** Time an answered stream has to end by itself, so that its socket can be used again. */
const TAIL_MS = 1_000;

/** One request, from its POST to its answer, over a resumption if need be (L6). */
export class Exchange implements ResponseReader {
  readonly #conversation: Conversation;
  readonly #message: JSONRPCRequest;
  readonly #onsettled: (error?: ExchangeError) => void;
  readonly #body: string;
  #request: HttpRequest | undefined;
  #resumption: Resumption | undefined;
  #json: Body | undefined;
  #stream: EventStream | undefined;
  #written = false;
  #settled = false;
  #sessionSent = false;

  constructor(
    conversation: Conversation,
    message: JSONRPCRequest,
    onsettled: (error?: ExchangeError) => void,
  ) {
    this.#conversation = conversation;
    this.#message = message;
    this.#onsettled = onsettled;
    this.#body = JSON.stringify(message);
  }

  start(): void {
    this.#sessionSent = this.#conversation.inSession;
    this.#request = this.#conversation.post(this.#body, this);
  }

  /** The answer was delivered, on whatever stream it came. */
  answered(): void {
    if (this.#settled) return;
    this.#resumption?.stop();
    this.#settle();
    this.#request?.abortAfter(TAIL_MS);
  }

  /** L6 (f): ends the HTTP exchange; nobody waits for its answer any more. */
  abandon(code: string): boolean {
    this.#fail({ kind: this.#written ? 'cut' : 'notSent', code });
    return !this.#written;
  }

  onwritten(): void {
    this.#written = true;
  }

  accepts(head: Head): boolean {
    const form = formOf(head);
    return form === 'stream' || form === 'json';
  }

  onhead(head: Head): void {
    this.#adoptSession(head);
    if (formOf(head) === 'json') this.#json = new Body(LARGEST_ANSWER_BYTES);
    else this.#stream = new EventStream((data) => this.#takeEvent(data));
  }

  ondata(chunk: Buffer): void {
    if (this.#stream !== undefined) return this.#feed(this.#stream, chunk);
    this.#json?.take(chunk);
    if (this.#json?.overflowed) this.#fail({ kind: 'oversized', code: 'ANSWER_TOO_LARGE' });
  }

  onend(): void {
    if (this.#settled) return;
    if (this.#stream !== undefined)
      this.#resume(this.#stream, { kind: 'cut', code: 'STREAM_ENDED' });
    else if (this.#json !== undefined) this.#takeJson(this.#json.text());
  }

  onrefused(refusal: Refusal): void {
    if (this.#settled) return;
    const { head, text } = refusal;
    if (head.status < 300) {
      // S2: a session that came with a useless answer is one to be ended all the same.
      this.#adoptSession(head);
      const code = text === '' ? 'NO_ANSWER' : 'WRONG_CONTENT_TYPE';
      return this.#fail({ kind: 'malformed', code });
    }
    const fault = refusal.fault(this.#sessionSent);
    const answer = answerIn(refusal, fault, this.#message.id);
    if (answer !== undefined && this.#conversation.deliver(answer)) return;
    this.#conversation.report(fault);
    this.#fail(fault);
  }

  onfail(error: unknown, written: boolean): void {
    if (this.#settled) return;
    const fault = faultOf(error, written, Buffer.byteLength(this.#body));
    this.#conversation.report(fault);
    if (this.#stream === undefined) this.#fail(fault, error);
    else this.#resume(this.#stream, fault);
  }

  #adoptSession({ headers }: Head): void {
    if (this.#message.method === 'initialize') this.#conversation.headers.adopt(headers);
  }

  #takeJson(text: string): void {
    const value = parseJson(text);
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const message of messages)
      if (!this.#conversation.deliver(message))
        return this.#fail({ kind: 'malformed', code: 'NOT_JSON_RPC' });
    // `answered` came in between, unless the answer is to another request.
    if (!this.#settled) this.#fail({ kind: 'malformed', code: 'WRONG_ID' });
  }

  #takeEvent(data: string): void {
    if (!this.#conversation.deliver(parseJson(data)))
      this.#fail({ kind: 'malformed', code: 'NOT_JSON_RPC' });
  }

  #feed(stream: EventStream, chunk: Buffer): void {
    try {
      stream.feed(chunk);
    } catch (error) {
      if (!(error instanceof EventTooLargeError)) throw error;
      this.#fail({ kind: 'oversized', code: error.code });
    }
  }

  #resume(stream: EventStream, fault: ExchangeFault): void {
    if (stream.lastEventId === undefined) return this.#fail(fault);
    this.#resumption = new Resumption(this.#conversation, stream, (ending) => this.#fail(ending));
    this.#resumption.start();
  }

  #fail(fault: ExchangeFault, cause?: unknown): void {
    if (this.#settled) return;
    this.#settle(errorOf(fault, cause));
    this.#resumption?.stop();
    this.#request?.abort();
  }

  #settle(error?: ExchangeError): void {
    this.#settled = true;
    this.#onsettled(error);
  }
}
