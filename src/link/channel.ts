import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Loss } from '../../machines/events.ts';
import type { LoginWanted } from '../errors/holdfast-error.ts';

/** How the end of a channel was verified (L4, S4). */
export interface ChannelEnd {
  /** Processes that had to be killed. 0 over HTTP. */
  readonly killed: number;
  /** Processes that are still there all the same; their ids. Empty over HTTP. */
  readonly left: readonly number[];
}

/** What a channel tells its owner. Set all before `start()`. */
export interface ChannelObserver {
  /** The channel ended without having been asked to. At most once, and before `onclose`. */
  onlost(loss: Loss): void;
  /** The peer may be gone (L6 b): the owner should check with one ping at once. */
  onsuspect(): void;
  /** Something odd but harmless, to be noted once: stdout noise, a stream that cannot be had. */
  onnotice(notice: string): void;
}

/** Whom a channel tells as long as nobody has set another. */
export const silentObserver: ChannelObserver = {
  onlost: () => undefined,
  onsuspect: () => undefined,
  onnotice: () => undefined,
};

/** What can be said about a channel to a person (H1). */
export interface ChannelFacts {
  readonly pid?: number;
  readonly origin?: string;
  /** Over HTTP: which of the two transports is in use (L7). */
  readonly transport?: 'http' | 'sse';
  /** The last lines of stderr (L3). Untrusted text. */
  readonly stderrTail?: string;
  readonly noise?: number;
  /** What the last refusal for want of a login asked for. Untrusted text. */
  readonly login?: LoginWanted;
}

/**
 * One transport of one attempt, behind the SDK's own interface, that also tells how it ended and
 * can be ended verifiably (L1). Never used twice.
 *
 * `start()` rejects with a `ConnectError`. `send()` of a request settles when its exchange is over:
 * over stdio once the bytes are handed on, over HTTP once the answer has been delivered through
 * `onmessage`; it rejects with an `ExchangeError` that says whether anything was sent.
 */
export interface Channel extends Omit<Transport, 'send'> {
  send(message: JSONRPCMessage): Promise<void>;
  observer: ChannelObserver;
  /** What became of a request's answer, where `send` had settled before it came. */
  onfault?: ((id: RequestId, fault: ExchangeError) => void) | undefined;
  /** Well-formed JSON-RPC messages received so far (L8, B2 linkIdle). Only ever grows. */
  readonly received: number;
  /**
   * Ends the exchange of one request, if the transport has such a thing (L6 f). True if nothing of
   * the request had gone out, and now nothing will.
   */
  abandon(id: RequestId): boolean;
  /** Over HTTP: settles when no exchange is under way (K8). At once over stdio. */
  quiet(): Promise<void>;
  /**
   * The stop ladder up to its verified end (L4). Safe to call at any time and more than once;
   * `force` skips to the kill step, also of a ladder that is already under way. A channel with a
   * process names it in `facts()`: for one that does not, nobody waits for ever (C13).
   */
  end(options?: { readonly force?: boolean }): Promise<ChannelEnd>;
  facts(): ChannelFacts;
  /** What the server was given beside what its entry holds, and may repeat (L9). */
  secrets?(): readonly string[];
}

/** A channel that could not be started, or whose handshake failed for a known reason. */
export class ConnectError extends Error {
  readonly code: string;
  readonly kind: 'transient' | 'permanent' | 'auth';
  readonly retryAfterMs: number | undefined;
  constructor(
    kind: ConnectError['kind'],
    code: string,
    message: string,
    details: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ConnectError';
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** How one exchange ended without an answer (K6). */
export type ExchangeFault =
  /** Nothing reached the server: refused, DNS, TLS handshake, no route, EPIPE before the first byte. */
  | { readonly kind: 'notSent'; readonly code: string }
  /** The server or a proxy answered with a status instead of a JSON-RPC message. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfterMs?: number;
      /** 404, or 400 that names the session, while a session id was sent (L6 a). */
      readonly sessionGone: boolean;
      /** 401 or 403: what the server asks for, if it says so. */
      readonly login?: LoginWanted;
    }
  /** Sent, and the way back was cut: reset, stream cut and not resumable, link lost. */
  | { readonly kind: 'cut'; readonly code: string }
  /** Answered with more than a message may hold; the answer was dropped (L3). */
  | { readonly kind: 'oversized'; readonly code: string }
  /** Answered with something that is not JSON-RPC: HTML, garbage, a wrong content type. */
  | { readonly kind: 'malformed'; readonly code: string };

export class ExchangeError extends Error {
  readonly fault: ExchangeFault;
  constructor(fault: ExchangeFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ExchangeError';
    this.fault = fault;
  }
}
