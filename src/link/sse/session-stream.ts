import type { ExchangeFault } from '../channel.ts';
import { formOf, type Head } from '../http/answers/answer-head.ts';
import { errorOf } from '../http/answers/fault-error.ts';
import type { Refusal } from '../http/answers/refusal.ts';
import type { HttpRequest, ResponseReader } from '../http/requests/http-request.ts';
import { faultOf } from '../http/requests/network-errors.ts';
import { EventStream, EventTooLargeError } from '../http/streams/event-stream.ts';
import { endpointWithin } from './endpoint.ts';

/** Whom a stream tells once its endpoint is known. */
export interface StreamOwner {
  /** The data of a message. Untrusted. */
  arrived(data: string): void;
  /** The stream, and with it the session, is over (L7). At most once, and nothing after it. */
  streamEnded(code: string, message: string): void;
}

/** The one stream of a session, from its GET to its end. It is never opened again (L7). */
export class SessionStream implements ResponseReader {
  readonly #url: URL;
  readonly #owner: StreamOwner;
  readonly #events: EventStream;
  #request: HttpRequest | undefined;
  #opening: { resolve(endpoint: URL): void; reject(error: Error): void } | undefined;
  #endpoint: URL | undefined;
  #over = false;

  constructor(url: URL, owner: StreamOwner) {
    this.#url = url;
    this.#owner = owner;
    this.#events = new EventStream(
      (data) => this.#takeMessage(data),
      (type, data) => this.#takeOther(type, data),
    );
  }

  get isOver(): boolean {
    return this.#over;
  }

  /**
   * Settles once the server has named its endpoint, however long that takes; `stop` ends the wait.
   * @param get sends the request
   */
  open(get: (reader: ResponseReader) => HttpRequest): Promise<URL> {
    return new Promise((resolve, reject) => {
      this.#opening = { resolve, reject };
      this.#request = get(this);
    });
  }

  /** Its owner wants nothing more of it, and hears nothing more. */
  stop(): void {
    this.#close();
    this.#opening?.reject(errorOf({ kind: 'cut', code: 'CLOSED' }));
  }

  accepts(head: Head): boolean {
    return formOf(head) === 'stream';
  }

  onhead(): void {}

  ondata(chunk: Buffer): void {
    if (this.#over) return;
    try {
      this.#events.feed(chunk);
    } catch (error) {
      if (!(error instanceof EventTooLargeError)) throw error;
      this.#end({ kind: 'malformed', code: error.code }, 'An event of the stream was too large.');
    }
  }

  onend(): void {
    this.#end({ kind: 'cut', code: 'STREAM_ENDED' }, 'The server ended the event stream.');
  }

  onrefused(refusal: Refusal): void {
    this.#end(faultOfOpening(refusal), '');
  }

  onfail(error: unknown, written: boolean): void {
    const fault = faultOf(error, written, 0);
    const code = fault.kind === 'status' ? '' : ` (${fault.code})`;
    this.#end(fault, `The event stream was cut off${code}.`, error);
  }

  #takeMessage(data: string): void {
    if (!this.#over) this.#owner.arrived(data);
  }

  #takeOther(type: string, data: string): void {
    if (type !== 'endpoint' || this.#over) return;
    if (this.#endpoint === undefined) return this.#takeEndpoint(data);
    // A gateway that lost its server and went on with a fresh session would say this (L7).
    if (data !== '' && !this.#isSameEndpoint(data))
      this.#end({ kind: 'cut', code: 'STREAM_ENDED' }, 'The server began another session.');
  }

  #takeEndpoint(data: string): void {
    try {
      this.#endpoint = endpointWithin(data, this.#url);
      this.#opening?.resolve(this.#endpoint);
    } catch (error) {
      this.#close();
      this.#opening?.reject(error as Error);
    }
  }

  #isSameEndpoint(data: string): boolean {
    return (
      URL.canParse(data, this.#url.href) && new URL(data, this.#url).href === this.#endpoint?.href
    );
  }

  #end(fault: ExchangeFault, message: string, cause?: unknown): void {
    if (this.#over) return;
    this.#close();
    if (this.#endpoint === undefined) this.#opening?.reject(errorOf(fault, cause));
    else this.#owner.streamEnded(fault.kind === 'malformed' ? fault.code : 'STREAM_ENDED', message);
  }

  #close(): void {
    this.#over = true;
    this.#request?.abort();
  }
}

/** What a GET that opens no stream means (E2). It belongs to no session yet. */
function faultOfOpening(refusal: Refusal): ExchangeFault {
  if (refusal.head.status >= 300) return refusal.fault(false);
  return { kind: 'malformed', code: 'WRONG_CONTENT_TYPE' };
}
