import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../is-object.ts';
import { ExchangeError, type Channel } from './channel.ts';
import { listMethods } from './list-kinds.ts';
import { isOwnId, PendingRequests } from './pending-requests.ts';
import type { Answer, Exchange, Progress } from './session.ts';

/** Our own requests over a channel that an SDK client uses as well. */
export interface Wire {
  /** For `client.connect()`. Sees every message that does not belong to a request of ours. */
  readonly transport: Transport;
  /** Progress is asked for only if somebody listens. After the end: `notSent`. */
  request(
    method: string,
    params: Record<string, unknown>,
    onProgress?: (progress: Progress) => void,
  ): Exchange;
  /** Requests without an answer yet in which a caller, and not we ourselves, wants something. */
  readonly callsInFlight: number;
  /** Settles as soon as nothing of ours is in flight. */
  idle(): Promise<void>;
  /** Ends every request of ours with `answer`, and the wire with them (K8). */
  settleAll(answer: Answer): void;
}

/**
 * Shares `channel` between an SDK client and requests of ours. Ours pass neither the client's
 * bookkeeping nor its schemas, so that a call costs little more than its bytes.
 * @param clean makes an error's text fit to be shown (L9)
 */
export function createWire(channel: Channel, clean: (text: string) => string): Wire {
  return new SharedWire(channel, clean);
}

class SharedWire implements Wire {
  readonly transport: Transport;
  readonly #channel: Channel;
  readonly #clean: (text: string) => string;
  readonly #pending = new PendingRequests();
  #calls = 0;
  #ended = false;
  #idleWaiters: (() => void)[] = [];

  constructor(channel: Channel, clean: (text: string) => string) {
    this.#channel = channel;
    this.#clean = clean;
    this.transport = shareTransport(channel);
    channel.onmessage = (message, extra) => {
      if (!this.#take(message)) this.transport.onmessage?.(message, extra);
    };
    channel.onfault = (id, { fault, message }) => {
      if (isOwnId(id)) this.#settle(id, { ...fault, message });
    };
    channel.onerror = (error) => this.transport.onerror?.(error);
    channel.onclose = () => {
      this.settleAll({ kind: 'cut', code: 'CLOSED', message: 'the connection was closed' });
      this.transport.onclose?.();
    };
  }

  get callsInFlight(): number {
    return this.#calls;
  }

  request(
    method: string,
    params: Record<string, unknown>,
    onProgress?: (progress: Progress) => void,
  ): Exchange {
    if (this.#ended) return endedExchange;
    let id = '';
    const isCall = !upkeep.has(method);
    if (isCall) this.#calls += 1;
    const answer = new Promise<Answer>((settle) => {
      id = this.#pending.add({ settle, onProgress, isCall });
    });
    const message: JSONRPCMessage = {
      jsonrpc: '2.0',
      id,
      method,
      params: onProgress === undefined ? params : withProgressToken(params, id),
    };
    // Not awaited: over HTTP it settles only after the answer, which comes in by `onmessage`.
    void this.#send(message).catch((error: unknown) =>
      this.#settle(id, answerOfFault(error, message)),
    );
    return { answer, cancel: (reason) => this.#cancel(id, reason) };
  }

  idle(): Promise<void> {
    if (this.#pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  settleAll(answer: Answer): void {
    this.#ended = true;
    for (const id of this.#pending.ids()) this.#settle(id, answer);
  }

  /**
   * K1: also what cannot be written ends through its promise, so that the request is not lost. The
   * channel's own promise is handed on, since one around it would settle later: after a forgotten
   * session's channel is quiet, and so after everything that still ran was settled as cut (K8).
   */
  #send(message: JSONRPCMessage): Promise<void> {
    try {
      return this.#channel.send(message);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  /** True if the message is ours, also when nobody waits for it any more. */
  #take(message: JSONRPCMessage): boolean {
    if ('method' in message)
      return message.method === 'notifications/progress' && this.#takeProgress(message.params);
    const { id } = message;
    if (!isOwnId(id)) return false;
    if (this.#pending.get(id)) this.#settle(id, answerOfMessage(message, this.#clean));
    return true;
  }

  #takeProgress(params: Record<string, unknown> | undefined): boolean {
    const token = params?.['progressToken'];
    if (!isOwnId(token)) return false;
    const progress = params?.['progress'];
    // E5: a server's text is checked before it is passed on.
    if (typeof progress === 'number')
      this.#pending.get(token)?.onProgress?.(readProgress(progress, params ?? {}));
    return true;
  }

  #cancel(id: string, reason: string): void {
    if (!this.#pending.get(id)) return;
    const unsent = this.#channel.abandon(id);
    if (!unsent) this.#tellCancelled(id, reason);
    this.#settle(id, unsent ? unsentAnswer : cancelledAnswer);
  }

  /** K9: a courtesy to the server; if it cannot be had, there is nobody to tell. */
  #tellCancelled(requestId: string, reason: string): void {
    const params = { requestId, reason };
    const method = 'notifications/cancelled';
    void this.#send({ jsonrpc: '2.0', method, params }).catch(() => undefined);
  }

  #settle(id: string, answer: Answer): void {
    const pending = this.#pending.take(id);
    if (pending === undefined) return;
    if (pending.isCall) this.#calls -= 1;
    pending.settle(answer);
    if (this.#pending.size > 0 || this.#idleWaiters.length === 0) return;
    const waiters = this.#idleWaiters;
    this.#idleWaiters = [];
    for (const resume of waiters) resume();
  }
}

/** L8: what we ask of our own accord; that it has no answer excuses no silence. */
const upkeep: ReadonlySet<string> = new Set([
  'ping',
  ...Object.values(listMethods).map(({ method }) => method),
]);

const cancelledAnswer: Answer = { kind: 'cancelled' };
const unsentAnswer: Answer = { kind: 'cancelled', unsent: true };

const endedExchange: Exchange = {
  answer: Promise.resolve({
    kind: 'notSent',
    code: 'CLOSED',
    message: 'the connection had ended before the request was sent',
  }),
  cancel: () => undefined,
};

function shareTransport(channel: Channel): Transport {
  const transport: Transport = {
    start: () => channel.start(),
    send: (message) => channel.send(message),
    close: () => channel.close(),
    get sessionId() {
      return channel.sessionId;
    },
  };
  if (channel.setProtocolVersion !== undefined)
    transport.setProtocolVersion = (version) => channel.setProtocolVersion?.(version);
  return transport;
}

function withProgressToken(params: Record<string, unknown>, id: string): Record<string, unknown> {
  const meta = params['_meta'];
  return {
    ...params,
    _meta: isObject(meta) ? { ...meta, progressToken: id } : { progressToken: id },
  };
}

function readProgress(progress: number, params: Record<string, unknown>): Progress {
  const { total, message } = params;
  return {
    progress,
    ...(typeof total === 'number' ? { total } : undefined),
    ...(typeof message === 'string' ? { message } : undefined),
  };
}

function answerOfMessage(message: object, clean: (text: string) => string): Answer {
  const { result, error } = message as { readonly result?: unknown; readonly error?: unknown };
  if (isObject(result)) return { kind: 'result', result };
  if (isObject(error)) {
    const { code, message: text, data } = error;
    if (typeof code === 'number' && typeof text === 'string') {
      const told = { kind: 'error', code, message: clean(text) } as const;
      return data === undefined ? told : { ...told, data };
    }
  }
  return {
    kind: 'malformed',
    code: 'MALFORMED_ANSWER',
    message: 'the answer holds neither a result nor an error',
  };
}

function answerOfFault(error: unknown, message: JSONRPCMessage): Answer {
  if (error instanceof ExchangeError) return { ...error.fault, message: error.message };
  if (!isSerializable(message))
    return {
      kind: 'notSent',
      code: 'NOT_SERIALIZABLE',
      message: 'the request cannot be written as JSON',
    };
  // K6: nobody can say whether the bytes arrived, so the outcome counts as unknown.
  return {
    kind: 'cut',
    code: 'SEND_FAILED',
    message: error instanceof Error ? error.message : 'the request could not be sent',
  };
}

function isSerializable(message: JSONRPCMessage): boolean {
  try {
    JSON.stringify(message);
    return true;
  } catch {
    return false;
  }
}
