import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The address holds the token, so it is told to nobody and kept nowhere. */
export const privately: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

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
