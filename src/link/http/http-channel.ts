import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Policy } from '../../../machines/policy.ts';
import type { Clock } from '../../clock.ts';
import {
  silentObserver,
  type Channel,
  type ChannelEnd,
  type ChannelFacts,
  type ExchangeFault,
} from '../channel.ts';
import { isRequest } from '../json-rpc.ts';
import { errorOf } from './answers/fault-error.ts';
import { Inbox } from './answers/inbox.ts';
import { refusedHandshake } from './answers/refused-handshake.ts';
import { isSuspicious } from './answers/suspicion.ts';
import type { Conversation } from './conversation.ts';
import { Exchange } from './exchange.ts';
import { OpenExchanges } from './open-exchanges.ts';
import { OpenNotifications } from './open-notifications.ts';
import type { HttpRequest, RequestShape, ResponseReader, Target } from './requests/http-request.ts';
import { OpenRequests } from './requests/open-requests.ts';
import { openTarget, type TargetOptions } from './requests/open-target.ts';
import { SessionHeaders } from './requests/session-headers.ts';
import { ListenStream } from './streams/listen-stream.ts';
import { tellOwner } from './tell-owner.ts';
import { Termination } from './termination.ts';

export interface HttpChannelOptions extends TargetOptions {
  /** Sent with every request, never to another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly policy: Pick<Policy, 'terminateMs'>;
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
  observer = silentObserver;
  readonly clock: Clock;
  readonly headers: SessionHeaders;
  readonly #options: HttpChannelOptions;
  #target: Target | undefined;
  readonly #inbox: Inbox;
  readonly #requests = new OpenRequests();
  readonly #exchanges = new OpenExchanges();
  readonly #notifications = new OpenNotifications();
  readonly #noticed = new Set<string>();
  #listenStream: ListenStream | undefined;
  #loginWanted: ChannelFacts['login'];
  #opened = false;
  #lost = false;
  #ending: Promise<ChannelEnd> | undefined;
  #termination: Termination | undefined;

  constructor(options: HttpChannelOptions) {
    this.#options = options;
    this.clock = options.clock;
    this.headers = new SessionHeaders(options.headers ?? {});
    this.#inbox = new Inbox(
      (message) => tellOwner(this, () => this.onmessage?.(message)),
      (id) => this.#exchanges.answered(id),
    );
  }

  get received(): number {
    return this.#inbox.received;
  }

  get inSession(): boolean {
    return this.headers.sessionId !== undefined;
  }

  get sessionId(): string | undefined {
    return this.headers.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.headers.setVersion(version);
  }

  /** Dials nothing yet; the first request does. @throws ConnectError for a URL that cannot work */
  async start(): Promise<void> {
    this.#target = openTarget(this.#options);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#target === undefined || this.#ending !== undefined)
      return Promise.reject(errorOf({ kind: 'notSent', code: 'CLOSED' }));
    return isRequest(message) ? this.#exchange(message) : this.#notify(message);
  }

  abandon(id: RequestId): boolean {
    return this.#exchanges.abandon(id);
  }

  quiet(): Promise<void> {
    return this.#exchanges.quiet();
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
    const login = this.#loginWanted;
    return { origin: this.#options.url.origin, transport: 'http', ...(login && { login }) };
  }

  secrets(): readonly string[] {
    return this.#options.authorization?.given ?? [];
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
    return this.#inbox.take(value);
  }

  report(fault: ExchangeFault): void {
    if (fault.kind === 'status') this.#loginWanted = fault.login ?? this.#loginWanted;
    if (!this.#opened) return;
    if (isSuspicious(fault)) this.suspect();
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
    return this.#exchanges.run(
      message.id,
      (settle) => new Exchange(this, message, (error) => settle(error && this.#reason(error))),
    );
  }

  async #notify(message: JSONRPCMessage): Promise<void> {
    await this.#notifications.send(this, message).catch((error: Error) => {
      throw this.#reason(error);
    });
    if ('method' in message && message.method === 'notifications/initialized') this.#openSession();
  }

  #reason(error: Error): Error {
    return this.#opened ? error : refusedHandshake(error);
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
    return this.#requests.send(this.#target, shape, reader);
  }

  async #end(force: boolean): Promise<ChannelEnd> {
    this.#listenStream?.stop();
    this.#notifications.close();
    this.#exchanges.abandonAll('CLOSED');
    this.#requests.abort();
    // S2: a session that the server forgot has nothing to be ended.
    if (this.inSession && !force && !this.#lost) {
      this.#termination = new Termination(this, this.#options.policy.terminateMs);
      await this.#termination.done;
    }
    await this.#target?.connections.destroy();
    tellOwner(this, () => this.onclose?.());
    return { killed: 0, left: [] };
  }
}
