import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../../clock.ts';
import type { Head } from '../answers/answer-head.ts';
import { Refusal, REFUSAL_WAIT_MS } from '../answers/refusal.ts';
import { isLoginRefusal, type Authorization } from './authorization.ts';
import type { Connections } from './connections.ts';

const MOST_REDIRECTS = 3;

export interface RequestShape {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: readonly string[];
  readonly body?: string;
}

/** Who reads the response. `onend`, `onrefused` or `onfail` comes last, exactly once, unless aborted. */
export interface ResponseReader {
  /** The request was handed to a socket. */
  onwritten?(): void;
  /** Whether this is the beginning of what was asked for; anything else is a refusal. */
  accepts(head: Head): boolean;
  onhead(head: Head): void;
  ondata(chunk: Buffer): void;
  onend(): void;
  /** A response that was not accepted, once as much of it has come as matters. */
  onrefused(refusal: Refusal): void;
  onfail(error: unknown, written: boolean): void;
}

export interface Target {
  readonly clock: Clock;
  readonly connections: Connections;
  readonly url: URL;
  readonly authorization: Authorization | undefined;
}

/** One HTTP request up to the end of its response, through redirects and a renewed login. */
export class HttpRequest implements Dispatcher.DispatchHandler {
  readonly #target: Target;
  readonly #shape: RequestShape;
  readonly #reader: ResponseReader;
  readonly #onover: (request: HttpRequest) => void;
  #path: string;
  #controller: Dispatcher.DispatchController | undefined;
  #waits = false;
  #written = false;
  #over = false;
  #limit: unknown;
  #redirects = 0;
  /** The headers of the login that the request was last sent with. */
  #login: Readonly<Record<string, string>> = {};
  #renewed = false;
  #refusal: Refusal | undefined;
  /** What to do instead of handing this response on. */
  #detour: (() => void) | undefined;

  constructor(
    target: Target,
    shape: RequestShape,
    reader: ResponseReader,
    onover: (request: HttpRequest) => void,
  ) {
    this.#target = target;
    this.#shape = shape;
    this.#reader = reader;
    this.#onover = onover;
    this.#path = target.url.pathname + target.url.search;
  }

  send(): void {
    const { authorization } = this.#target;
    if (authorization === undefined) this.#dispatch(this.#shape.headers);
    else
      authorization.headers().then(
        (login) => {
          this.#login = login;
          this.#dispatch([...this.#shape.headers, ...Object.entries(login).flat()]);
        },
        (error: unknown) => this.#fail(error),
      );
  }

  /** Ends it at once; the reader hears nothing more. Frees the socket. */
  abort(): void {
    if (this.#over) return;
    this.#finish();
    this.#controller?.abort(new Error('The request was ended.'));
  }

  /** Aborts it if it is not over by then. A later limit replaces an earlier one. */
  abortAfter(delayMs: number): void {
    this.#limitTo(delayMs, () => this.abort());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#waitFor(false);
    // It was aborted while it waited for a socket; nothing of it is written.
    if (this.#over) return controller.abort(new Error('The request was ended.'));
    this.#controller = controller;
    this.#written = true;
    this.#reader.onwritten?.();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (this.#over || status < 200) return;
    const head = { status, headers };
    this.#detour = this.#detourFor(head);
    if (this.#detour === undefined) this.#takeHead(head);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over || this.#detour !== undefined) return;
    if (this.#refusal === undefined) this.#reader.ondata(chunk);
    else if (!this.#refusal.take(chunk)) this.#endEarly();
  }

  onResponseEnd(): void {
    if (this.#over) return;
    const detour = this.#detour;
    if (detour === undefined) {
      this.#finish();
      return this.#tellEnd();
    }
    this.#detour = undefined;
    this.#controller = undefined;
    detour();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #takeHead(head: Head): void {
    if (this.#reader.accepts(head)) return this.#reader.onhead(head);
    this.#refusal = new Refusal(head);
    this.#limitTo(REFUSAL_WAIT_MS, () => this.#endEarly());
  }

  /** Takes what has arrived for the whole response. */
  #endEarly(): void {
    if (this.#over) return;
    this.abort();
    this.#tellEnd();
  }

  #tellEnd(): void {
    if (this.#refusal === undefined) this.#reader.onend();
    else this.#reader.onrefused(this.#refusal);
  }

  #limitTo(delayMs: number, then: () => void): void {
    if (this.#over) return;
    this.#target.clock.clearTimeout(this.#limit);
    this.#limit = this.#target.clock.setTimeout(then, delayMs);
  }

  #dispatch(headers: readonly string[]): void {
    if (this.#over) return;
    this.#written = false;
    this.#waitFor(true);
    const { method, body } = this.#shape;
    const { connections, url } = this.#target;
    connections.dispatcher.dispatch(
      {
        origin: url.origin,
        path: this.#path,
        method,
        headers: headers as string[],
        headersTimeout: 0,
        bodyTimeout: 0,
        ...(body === undefined ? {} : { body }),
      },
      this,
    );
  }

  #detourFor(head: Head): (() => void) | undefined {
    const { authorization } = this.#target;
    if (authorization !== undefined && !this.#renewed && isLoginRefusal(head))
      return () => this.#renew(authorization, head);
    if (head.status !== 307 && head.status !== 308) return undefined;
    const path = pathWithinOrigin(head.headers.location, this.#path, this.#target.url);
    if (path === undefined || this.#redirects >= MOST_REDIRECTS) return undefined;
    return () => {
      this.#redirects += 1;
      this.#path = path;
      this.send();
    };
  }

  #renew(authorization: Authorization, head: Head): void {
    this.#renewed = true;
    const giveUp = (): void => {
      if (this.#over) return;
      this.#finish();
      this.#takeHead(head);
      this.#tellEnd();
    };
    const unsettled = (error: unknown): void => {
      // K6: a request that was refused for its login was not run.
      this.#written = false;
      this.#fail(error);
    };
    authorization
      .renew({ ...head, login: this.#login })
      .then((renewed) => (renewed ? this.send() : giveUp()), unsettled);
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#finish();
    this.#reader.onfail(error, this.#written);
  }

  #waitFor(waits: boolean): void {
    if (this.#waits === waits) return;
    this.#waits = waits;
    this.#target.connections.waiting += waits ? 1 : -1;
  }

  #finish(): void {
    this.#over = true;
    this.#waitFor(false);
    this.#target.clock.clearTimeout(this.#limit);
    this.#onover(this);
  }
}

/** Where a redirect leads, if it stays with the origin; credentials never leave it. */
function pathWithinOrigin(location: unknown, path: string, from: URL): string | undefined {
  if (typeof location !== 'string' || !URL.canParse(location, from.origin + path)) return undefined;
  const to = new URL(location, from.origin + path);
  return to.origin === from.origin ? to.pathname + to.search : undefined;
}
