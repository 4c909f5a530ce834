import type { ServerResponse } from 'node:http';
import { privately } from '../../loopback/private-reply.ts';
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

export function sendPageFile(response: ServerResponse, { body, type }: PageFile): void {
  response.writeHead(200, {
    ...privately,
    'content-type': type,
    'content-length': body.length,
    'content-security-policy': contentPolicy,
  });
  response.end(body);
}
