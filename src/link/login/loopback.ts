import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LoginRefused } from './login-error.ts';

/** Where a browser comes back to after a login (RFC 8252): this machine, a port of its own. */
export interface Loopback {
  readonly redirectUrl: string;
  /**
   * The code that the first request with the right state brings; others are turned away and
   * change nothing.
   * @throws LoginRefused if that request brings an error instead, or the signal's reason
   */
  code(expected: ExpectedReturn, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

export interface ExpectedReturn {
  readonly state: string;
  /** RFC 9207: if the answer names its issuer, it has to be this one. */
  readonly issuer: string | undefined;
}

const PATH = '/callback';

export async function openLoopback(): Promise<Loopback> {
  let take: (request: IncomingMessage, response: ServerResponse) => void = turnAway;
  const server = createServer((request, response) => take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    redirectUrl: `http://127.0.0.1:${port}${PATH}`,
    code: (expected, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason as Error);
        const settle = (outcome: string | Error) => {
          take = turnAway;
          signal.removeEventListener('abort', abort);
          if (typeof outcome === 'string') resolve(outcome);
          else reject(outcome);
        };
        signal.addEventListener('abort', abort);
        if (signal.aborted) return abort();
        take = (request, response) => {
          const outcome = read(request, expected);
          if (outcome === undefined) return turnAway(request, response);
          const isGood = typeof outcome === 'string';
          // Settled once the page has left, so that closing does not cut it off.
          response.on('close', () => settle(outcome));
          show(response, isGood ? 200 : 400, isGood ? goodPage : badPage);
        };
      }),
    close: () => close(server),
  };
}

/** Undefined for a request that is not the return of this login. */
function read(
  { method, url }: IncomingMessage,
  { state, issuer }: ExpectedReturn,
): string | LoginRefused | undefined {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://127.0.0.1');
  const given = searchParams.get('state');
  if (method !== 'GET' || pathname !== PATH || !isSame(given ?? '', state)) return undefined;
  const from = searchParams.get('iss');
  if (from !== null && issuer !== undefined && from !== issuer)
    return new LoginRefused('issuer_changed');
  const code = searchParams.get('code');
  if (code) return code;
  // E5: a word of OAuth, or it is not shown.
  const error = searchParams.get('error') ?? '';
  return new LoginRefused(/^[a-z_]{1,64}$/.test(error) ? error : 'unknown_error');
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function turnAway(_request: IncomingMessage, response: ServerResponse): void {
  show(response, 404, page('This is not the page of a login that is under way.'));
}

function show(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(html);
}

const goodPage = page(
  'The login has come through. You can close this page and go back to the terminal.',
);
const badPage = page('The login was refused. The terminal says why.');

function page(text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>holdfast</title><p>${text}</p></html>`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
