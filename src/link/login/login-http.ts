import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Agent, request } from 'undici';
import type { Dispatcher } from 'undici';
import type { Clock } from '../../clock.ts';
import { networkCode } from '../http/requests/network-errors.ts';
import { retryAfter } from '../http/answers/status.ts';
import { LoginOutage, LoginRefused } from './login-error.ts';

/** Longest time for one request to an authorization server. */
const REQUEST_WAIT_MS = 10_000;

const LARGEST_ANSWER_BYTES = 256 * 1024;

/** Statuses below 500 that pass by themselves. */
const passingStatuses = new Set([408, 425, 429]);

/** OAuth errors that say that the authorization server, not the login, is in trouble. */
const passingErrors = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

/** Statuses that cannot have a body. */
const bodiless = new Set([204, 205, 304]);

export interface LoginHttp {
  /**
   * For the SDK's helpers. Rejects with `LoginOutage` for whatever may pass, so that the helpers
   * cannot take an outage for an answer, and with `LoginRefused` for a refusal of OAuth.
   */
  readonly fetch: FetchLike;
  /**
   * The `www-authenticate` header with which the server itself refuses a request without a login;
   * what it wants is nowhere else to be had. A ping opens no session. Untrusted.
   */
  challenge(): Promise<string | undefined>;
  /** Of the last answer; 0 before. */
  readonly lastStatus: number;
  /** Ends every socket (S4). */
  close(): Promise<void>;
}

export interface LoginHttpOptions {
  readonly clock: Clock;
  /** The server that the login is for: where it is reached safely, so is all that it names. */
  readonly server: URL;
  readonly signal: AbortSignal;
}

/** Requests of a login: bounded in time and size, on sockets of their own. */
export function openLoginHttp(options: LoginHttpOptions): LoginHttp {
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 0 } });
  let lastStatus = 0;
  return {
    get lastStatus() {
      return lastStatus;
    },
    fetch: async (input, init = {}) => {
      const url = new URL(input);
      if (!isAllowed(url, options.server)) throw new LoginOutage('INSECURE_URL');
      const answer = await bounded(options, (signal) => ask(url, init, { agent, signal }));
      lastStatus = answer.status;
      refuseTrouble(answer, init.method === 'POST');
      return new Response(bodiless.has(answer.status) ? null : answer.text, {
        status: answer.status,
        headers: headerPairs(answer.headers),
      });
    },
    challenge: () => bounded(options, (signal) => knock(options.server, { agent, signal })),
    close: () => agent.destroy(),
  };
}

interface LoginAnswer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly text: string;
}

/** E5: what a server names must not lead tokens from a safe channel onto an open one. */
function isAllowed({ protocol }: URL, server: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && server.protocol === 'http:');
}

async function bounded<Result>(
  { clock, signal }: LoginHttpOptions,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = clock.setTimeout(end, REQUEST_WAIT_MS);
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    return await run(controller.signal);
  } catch (error) {
    if (error instanceof LoginOutage) throw error;
    const reason = controller.signal.aborted ? 'TIMEOUT' : networkCode(error);
    throw new LoginOutage(reason, { cause: error });
  } finally {
    clock.clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

async function ask(
  url: URL,
  init: RequestInit,
  { agent, signal }: { readonly agent: Agent; readonly signal: AbortSignal },
): Promise<LoginAnswer> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher: agent,
    signal,
    method: init.method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(new Headers(init.headers)),
    body: textOf(init.body),
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES) throw new LoginOutage('ANSWER_TOO_LARGE');
    chunks.push(chunk);
  }
  return { status: statusCode, headers, text: Buffer.concat(chunks).toString('utf8') };
}

async function knock(
  server: URL,
  { agent, signal }: { readonly agent: Agent; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { headers, body } = await request(server, {
    dispatcher: agent,
    signal,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  // Whatever else it says does not matter; a stream would go on for ever.
  body.on('error', () => undefined);
  body.destroy();
  const challenge = headers['www-authenticate'];
  return Array.isArray(challenge) ? challenge[0] : challenge;
}

/** The helpers send forms and JSON, nothing else. */
function textOf(body: RequestInit['body']): string | null {
  if (body instanceof URLSearchParams) return body.toString();
  return typeof body === 'string' ? body : null;
}

/** L10, E2: what an answer means is read from its status and its `error` field. */
function refuseTrouble({ status, headers, text }: LoginAnswer, isPost: boolean): void {
  const retryAfterMs = retryAfter(headers);
  if (status >= 500 || passingStatuses.has(status))
    throw new LoginOutage(`HTTP_${status}`, { retryAfterMs });
  if (!isPost) return;
  // Some answer an error with status 200, and some with words of their own.
  const error = errorField(text);
  if (error !== undefined && passingErrors.has(error)) throw new LoginOutage(error);
  if (error !== undefined) throw new LoginRefused(error);
  // A 404 or an error page of a proxy says nothing about the login.
  if (status >= 400) throw new LoginOutage(`HTTP_${status}`);
}

function errorField(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as { readonly error?: unknown } | null;
    // E5: a word of OAuth, or it is not shown.
    if (typeof value?.error !== 'string') return undefined;
    return /^[a-z_]{1,64}$/.test(value.error) ? value.error : 'unknown_error';
  } catch {
    return undefined;
  }
}

function headerPairs(headers: LoginAnswer['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
}
