import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { PageFile } from './page-files.ts';

/** Only what the page was built with runs in it, and nothing leads out of it. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The address holds the token, so it is told to nobody and kept nowhere. */
export const privately: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

export function sendPageFile(response: ServerResponse, { body, type }: PageFile): void {
  response.writeHead(200, {
    ...privately,
    'content-type': type,
    'content-length': body.length,
    'content-security-policy': contentPolicy,
  });
  response.end(body);
}

export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  response.writeHead(status, {
    ...privately,
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
  });
  response.end(`${text}\n`);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { ...privately, 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
