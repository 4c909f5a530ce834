import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';

/** A message as a viewer gets it; which fields there are depends on its type. */
export interface WireMessage {
  readonly type: '@xstate.actor' | '@xstate.event' | '@xstate.snapshot';
  readonly sessionId: string;
  readonly rootId: string;
  readonly name?: string;
  readonly parentId?: string;
  readonly sourceId?: string;
  readonly definition?: string;
  readonly event?: { readonly type: string; readonly [field: string]: unknown };
  readonly snapshot?: {
    readonly status: string;
    readonly value?: unknown;
    readonly context?: Record<string, unknown>;
    readonly tags?: readonly string[];
  };
}

/** What a page of an inspector is told. */
export interface Wire {
  readonly messages: readonly WireMessage[];
  /** All that came, as it came. */
  text(): string;
  /** Resolves to the first message that fits, also if it came already. Bounded. */
  first(fits: (message: WireMessage) => boolean): Promise<WireMessage>;
  /** Resolves to the last of so many that fit. Bounded. */
  times(count: number, fits: (message: WireMessage) => boolean): Promise<WireMessage>;
  /** Resolves once the stream has ended, whoever ended it. */
  readonly ended: Promise<void>;
  leave(): void;
  /** Reads no more, and stays connected, until the returned function is called. */
  stall(): () => void;
}

const BOUND_MS = 15_000;

/** Opens the stream that a page opens. It ends with its test. */
export async function listenIn(url: string): Promise<Wire> {
  const response = await get(`${url}events`);
  const messages: WireMessage[] = [];
  const waiting = new Set<() => void>();
  let text = '';
  let unread = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const parts = `${unread}${chunk}`.split('\n\n');
    unread = parts.pop() ?? '';
    for (const part of parts)
      if (part.startsWith('data: ')) messages.push(JSON.parse(part.slice(6)) as WireMessage);
    for (const look of waiting) look();
  });
  const ended = new Promise<void>((resolve) => response.once('close', () => resolve()));
  response.on('error', () => undefined);
  onTestFinished(() => void response.destroy());
  const times: Wire['times'] = (count, fits) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`None of ${messages.length} messages: ${text.slice(-2_000)}`));
      }, BOUND_MS);
      const look = () => {
        const found = messages.filter(fits)[count - 1];
        if (found === undefined) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return {
    messages,
    text: () => text,
    ended,
    leave: () => void response.destroy(),
    stall: () => {
      response.pause();
      return () => void response.resume();
    },
    times,
    first: (fits) => times(1, fits),
  };
}

/** A snapshot of the server's actor in which it stands like this. */
export function stands(server: string, state: string) {
  return ({ type, snapshot }: WireMessage): boolean =>
    type === '@xstate.snapshot' &&
    snapshot?.context?.['server'] === server &&
    snapshot.context['connection'] === state;
}

export interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** Not by fetch, which sets the headers that matter here by itself. */
export async function ask(url: string, { path, ...asked }: Asked = {}) {
  const { port, pathname } = new URL(url);
  const response = await send(Number(port), path ?? pathname, asked);
  let body = '';
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

function get(url: string): Promise<IncomingMessage> {
  const { port, pathname } = new URL(url);
  return send(Number(port), pathname, {});
}

function send(port: number, path: string, asked: Asked): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent: false, ...asked }, resolve)
      .on('error', reject)
      .end();
  });
}
