import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Loss } from '../../../machines/events.ts';
import type { Clock } from '../../clock.ts';
import {
  ExchangeError,
  silentObserver,
  type Channel,
  type ChannelEnd,
  type ChannelFacts,
  type ExchangeFault,
} from '../channel.ts';
import { errorOf } from '../http/answers/fault-error.ts';
import { Inbox } from '../http/answers/inbox.ts';
import { refusedHandshake } from '../http/answers/refused-handshake.ts';
import { isSuspicious } from '../http/answers/suspicion.ts';
import type { Postbox } from '../http/conversation.ts';
import { OpenExchanges } from '../http/open-exchanges.ts';
import { OpenNotifications } from '../http/open-notifications.ts';
import type { HttpRequest, ResponseReader, Target } from '../http/requests/http-request.ts';
import { OpenRequests } from '../http/requests/open-requests.ts';
import { openTarget, type TargetOptions } from '../http/requests/open-target.ts';
import { SessionHeaders } from '../http/requests/session-headers.ts';
import { tellOwner } from '../http/tell-owner.ts';
import { isRequest, parseJson } from '../json-rpc.ts';
import { PostedRequest } from './posted-request.ts';
import { SessionStream, type StreamOwner } from './session-stream.ts';

export interface SseChannelOptions extends TargetOptions {
  /** Sent with every request, never to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * One session over legacy HTTP+SSE (L7): one stream brings everything, and its end is the end of
 * the session. The SDK's transport opens the stream again instead, and the server knows nobody.
 */
export function createSseChannel(options: SseChannelOptions): Channel {
  return new SseChannel(options);
}

class SseChannel implements Channel, Postbox, StreamOwner {
  onmessage: Transport['onmessage'];
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  observer = silentObserver;
  readonly clock: Clock;
  /** The endpoint's address names the session, so that every message belongs to one. */
  readonly inSession = true;
  readonly #options: SseChannelOptions;
  readonly #headers: SessionHeaders;
  readonly #inbox: Inbox;
  readonly #requests = new OpenRequests();
  readonly #exchanges = new OpenExchanges();
  readonly #notifications = new OpenNotifications();
  #target: Target | undefined;
  #endpoint: Target | undefined;
  #stream: SessionStream | undefined;
  #loginWanted: ChannelFacts['login'];
  #opened = false;
  #lost = false;
  #noticed = false;
  #ending: Promise<ChannelEnd> | undefined;

  constructor(options: SseChannelOptions) {
    this.#options = options;
    this.clock = options.clock;
    this.#headers = new SessionHeaders(options.headers ?? {});
    this.#inbox = new Inbox(
      (message) => tellOwner(this, () => this.onmessage?.(message)),
      (id) => this.#exchanges.answered(id),
    );
  }

  get received(): number {
    return this.#inbox.received;
  }

  setProtocolVersion(version: string): void {
    this.#headers.setVersion(version);
  }

  /**
   * Opens the stream and waits for the endpoint; the owner's deadline ends the wait by `end()`.
   * @throws ConnectError, ExchangeError
   */
  async start(): Promise<void> {
    if (this.#ending !== undefined) throw errorOf({ kind: 'notSent', code: 'CLOSED' });
    const target = openTarget(this.#options);
    this.#target = target;
    const stream = new SessionStream(target.url, this);
    this.#stream = stream;
    try {
      const url = await stream.open((reader) => this.#get(target, reader));
      this.#endpoint = { ...target, url };
    } catch (error) {
      if (error instanceof ExchangeError) this.report(error.fault);
      throw refusedHandshake(error as Error);
    }
  }

  send(message: JSONRPCMessage): Promise<void> {
    // Without its stream a request could run, and its answer would have no way back.
    if (this.#endpoint === undefined || this.#stream?.isOver)
      return Promise.reject(errorOf({ kind: 'notSent', code: 'CLOSED' }));
    if (!isRequest(message)) return this.#notify(message);
    return this.#exchanges.run(
      message.id,
      (settle) => new PostedRequest(this, message, (error) => settle(error && this.#reason(error))),
    );
  }

  abandon(id: RequestId): boolean {
    return this.#exchanges.abandon(id);
  }

  quiet(): Promise<void> {
    return this.#exchanges.quiet();
  }

  end(): Promise<ChannelEnd> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async close(): Promise<void> {
    await this.end();
  }

  facts(): ChannelFacts {
    const login = this.#loginWanted;
    return { origin: this.#options.url.origin, transport: 'sse', ...(login && { login }) };
  }

  secrets(): readonly string[] {
    return this.#options.authorization?.given ?? [];
  }

  post(body: string, reader: ResponseReader): HttpRequest {
    if (this.#endpoint === undefined) throw new Error('The channel was not started.');
    const shape = { method: 'POST', headers: this.#headers.forPost(), body } as const;
    return this.#requests.send(this.#endpoint, shape, reader);
  }

  deliver(value: unknown): boolean {
    return this.#inbox.take(value);
  }

  report(fault: ExchangeFault): void {
    if (fault.kind === 'status') this.#loginWanted = fault.login ?? this.#loginWanted;
    if (!this.#opened || this.#lost || this.#ending !== undefined) return;
    if (isSuspicious(fault)) this.observer.onsuspect();
    if (fault.kind !== 'status') return;
    const { message } = errorOf(fault);
    if (fault.sessionGone) this.#lose({ kind: 'sessionExpired', code: 'SESSION_EXPIRED', message });
    else if (fault.status === 401) this.#lose({ kind: 'auth', code: 'AUTH_REQUIRED', message });
  }

  arrived(data: string): void {
    if (this.deliver(parseJson(data)) || this.#noticed) return;
    this.#noticed = true;
    this.observer.onnotice('The event stream carried something that is not JSON-RPC.');
  }

  streamEnded(code: string, message: string): void {
    this.#lose({ kind: 'lost', code, message });
    this.#exchanges.abandonAll(code);
  }

  async #notify(message: JSONRPCMessage): Promise<void> {
    await this.#notifications.send(this, message).catch((error: Error) => {
      throw this.#reason(error);
    });
    // The handshake is done; from here on trouble is a matter of the session.
    if ('method' in message && message.method === 'notifications/initialized') this.#opened = true;
  }

  #get(target: Target, reader: ResponseReader): HttpRequest {
    const shape = { method: 'GET', headers: this.#headers.forGet(undefined) } as const;
    return this.#requests.send(target, shape, reader);
  }

  #reason(error: Error): Error {
    return this.#opened ? error : refusedHandshake(error);
  }

  #lose(loss: Loss): void {
    if (this.#lost || this.#ending !== undefined) return;
    this.#lost = true;
    this.observer.onlost(loss);
  }

  /** There is no way to end a session but to leave its stream. */
  async #end(): Promise<ChannelEnd> {
    this.#stream?.stop();
    this.#notifications.close();
    this.#exchanges.abandonAll('CLOSED');
    this.#requests.abort();
    await this.#target?.connections.destroy();
    tellOwner(this, () => this.onclose?.());
    return { killed: 0, left: [] };
  }
}
