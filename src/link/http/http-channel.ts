import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Dispatcher } from 'undici';
import type { Policy } from '../../../machines/policy.ts';
import type { Clock } from '../../clock.ts';
import { ConnectError, ExchangeError } from '../channel.ts';
import type {
  Channel,
  ChannelEnd,
  ChannelFacts,
  ChannelObserver,
  ExchangeFault,
} from '../channel.ts';
import type { Authorization } from './authorization.ts';
import { borrowConnections, openConnections } from './connections.ts';
import type { Conversation } from './conversation.ts';
import { Exchange } from './exchange.ts';
import { errorOf } from './fault-error.ts';
import {
  HttpRequest,
  type RequestShape,
  type ResponseReader,
  type Target,
} from './http-request.ts';
import { answeredId, isJsonRpc, isRequest } from './json-rpc.ts';
import { ListenStream } from './listen-stream.ts';
import { isPermanent } from './network-errors.ts';
import { Notification } from './notification.ts';
import { SessionHeaders } from './session-headers.ts';
import { Termination } from './termination.ts';

export interface HttpChannelOptions {
  readonly url: URL;
  /** Sent with every request, never to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly policy: Pick<Policy, 'terminateMs'>;
  readonly clock: Clock;
  readonly authorization?: Authorization;
  /** Sockets of the host's own, which outlive the channel. By default the channel has its own. */
  readonly dispatcher?: Dispatcher;
}

/**
 * One session over Streamable HTTP (L6). Its own transport, because the SDK's has no death signal,
 * no bound on reopening streams, and keeps the sockets of calls that were given up.
 */
export function createHttpChannel(options: HttpChannelOptions): Channel {
  return new HttpChannel(options);
}

class HttpChannel implements Channel, Conversation {
  onmessage: Transport['onmessage'];
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  observer: ChannelObserver = {
    onlost: () => undefined,
    onsuspect: () => undefined,
    onnotice: () => undefined,
  };
  received = 0;
  readonly clock: Clock;
  readonly headers: SessionHeaders;
  readonly #options: HttpChannelOptions;
  #target: Target | undefined;
  readonly #requests = new Set<HttpRequest>();
  readonly #exchanges = new Map<string, Exchange>();
  readonly #notifications = new Set<Notification>();
  readonly #noticed = new Set<string>();
  #quietWaiters: (() => void)[] = [];
  #listenStream: ListenStream | undefined;
  #opened = false;
  #lost = false;
  #justNotified = false;
  #ending: Promise<ChannelEnd> | undefined;
  #termination: Termination | undefined;

  constructor(options: HttpChannelOptions) {
    this.#options = options;
    this.clock = options.clock;
    this.headers = new SessionHeaders(options.headers ?? {});
  }

  get sessionId(): string | undefined {
    return this.headers.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.headers.setVersion(version);
  }

  /** Dials nothing yet; the first request does. @throws ConnectError for a URL that cannot work */
  async start(): Promise<void> {
    if (!isUsable(this.#options.url))
      throw new ConnectError(
        'permanent',
        'BAD_URL',
        'The URL must be http or https, without a user name or password in it.',
      );
    const { clock, url, authorization, dispatcher } = this.#options;
    const connections = dispatcher ? borrowConnections(dispatcher) : openConnections(url.origin);
    this.#target = { clock, url, authorization, connections };
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#target === undefined || this.#ending !== undefined)
      return Promise.reject(errorOf({ kind: 'notSent', code: 'CLOSED' }));
    return isRequest(message) ? this.#exchange(message) : this.#notify(message);
  }

  abandon(id: RequestId): void {
    this.#exchanges.get(String(id))?.abandon('ABANDONED');
  }

  quiet(): Promise<void> {
    if (this.#exchanges.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#quietWaiters.push(resolve));
  }

  end({ force = false }: { readonly force?: boolean } = {}): Promise<ChannelEnd> {
    this.#ending ??= this.#end(force);
    if (force) this.#termination?.stop();
    return this.#ending;
  }

  async close(): Promise<void> {
    await this.end();
  }

  facts(): ChannelFacts {
    return { origin: this.#options.url.origin };
  }

  post(body: string, reader: ResponseReader): HttpRequest {
    return this.#open({ method: 'POST', headers: this.headers.forPost(), body }, reader);
  }

  get(lastEventId: string | undefined, reader: ResponseReader): HttpRequest {
    return this.#open({ method: 'GET', headers: this.headers.forGet(lastEventId) }, reader);
  }

  delete(reader: ResponseReader): HttpRequest {
    return this.#open({ method: 'DELETE', headers: this.headers.forDelete() }, reader);
  }

  deliver(value: unknown): boolean {
    if (!isJsonRpc(value)) return false;
    this.received += 1;
    const id = answeredId(value);
    const handOn = (): void => this.#guarded(() => this.onmessage?.(value));
    if (id === undefined) {
      handOn();
      this.#noteNotified();
      return true;
    }
    // The SDK takes a notification one microtask late, but an answer at once: an answer would
    // overtake the progress that came with it, and the progress be lost.
    if (this.#justNotified) queueMicrotask(handOn);
    else handOn();
    this.#exchanges.get(String(id))?.answered();
    return true;
  }

  report(fault: ExchangeFault): void {
    if (!this.#opened) return;
    if (fault.kind === 'notSent' || fault.kind === 'cut') this.suspect();
    else if (fault.kind === 'status' && fault.sessionGone)
      this.#lose('sessionExpired', 'SESSION_EXPIRED', fault);
    else if (fault.kind === 'status' && fault.status === 401)
      this.#lose('auth', 'AUTH_REQUIRED', fault);
  }

  suspect(): void {
    if (this.#opened && !this.#lost && this.#ending === undefined) this.observer.onsuspect();
  }

  notice(text: string): void {
    if (this.#noticed.has(text) || this.#ending !== undefined) return;
    this.#noticed.add(text);
    this.observer.onnotice(text);
  }

  #exchange(message: JSONRPCRequest): Promise<void> {
    return new Promise((resolve, reject) => {
      const key = String(message.id);
      const exchange = new Exchange(this, message, (error) => {
        this.#exchanges.delete(key);
        if (this.#exchanges.size === 0) this.#settleQuiet();
        if (error === undefined) resolve();
        else reject(this.#opened ? error : refusedHandshake(error));
      });
      this.#exchanges.set(key, exchange);
      exchange.start();
    });
  }

  async #notify(message: JSONRPCMessage): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const notification = new Notification(this, message, (error) => {
        this.#notifications.delete(notification);
        if (error === undefined) resolve();
        else reject(this.#opened ? error : refusedHandshake(error));
      });
      this.#notifications.add(notification);
      notification.start();
    });
    if ('method' in message && message.method === 'notifications/initialized') this.#openSession();
  }

  /** The handshake is done; from here on trouble is a matter of the session (L6). */
  #openSession(): void {
    if (this.#opened || this.#ending !== undefined) return;
    this.#opened = true;
    this.#listenStream = new ListenStream(this);
    this.#listenStream.open();
  }

  #lose(kind: 'sessionExpired' | 'auth', code: string, fault: ExchangeFault): void {
    if (this.#lost || this.#ending !== undefined) return;
    this.#lost = true;
    this.#listenStream?.stop();
    this.observer.onlost({ kind, code, message: errorOf(fault).message });
  }

  #open(shape: RequestShape, reader: ResponseReader): HttpRequest {
    if (this.#target === undefined) throw new Error('The channel was not started.');
    const request = new HttpRequest(this.#target, shape, reader, (over) =>
      this.#requests.delete(over),
    );
    this.#requests.add(request);
    request.send();
    return request;
  }

  async #end(force: boolean): Promise<ChannelEnd> {
    this.#listenStream?.stop();
    for (const notification of this.#notifications) notification.close();
    for (const exchange of this.#exchanges.values()) exchange.abandon('CLOSED');
    for (const request of this.#requests) request.abort();
    // S2: a session that the server forgot has nothing to be ended.
    if (this.headers.sessionId !== undefined && !force && !this.#lost) {
      this.#termination = new Termination(this, this.#options.policy.terminateMs);
      await this.#termination.done;
    }
    await this.#target?.connections.destroy();
    this.#guarded(() => this.onclose?.());
    return { killed: 0, left: [] };
  }

  #noteNotified(): void {
    if (this.#justNotified) return;
    this.#justNotified = true;
    queueMicrotask(() => {
      this.#justNotified = false;
    });
  }

  /** What an owner throws must not stop what comes after it. */
  #guarded(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #settleQuiet(): void {
    const waiters = this.#quietWaiters;
    this.#quietWaiters = [];
    for (const settle of waiters) settle();
  }
}

function isUsable({ protocol, username, password }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/** E2: of a failed handshake, what is known to be beyond another try says so at once. */
function refusedHandshake(error: Error): Error {
  if (!(error instanceof ExchangeError)) return error;
  const { fault, message } = error;
  if (fault.kind === 'status' && fault.status === 401)
    return new ConnectError('auth', 'AUTH_REQUIRED', 'The server asks for a login (HTTP 401).');
  if (fault.kind === 'notSent' && isPermanent(fault.code))
    return new ConnectError('permanent', fault.code, message, { cause: error.cause });
  return error;
}
