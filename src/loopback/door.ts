import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOurHost, isOurOrigin } from './own-address.ts';
import { sendText } from './private-reply.ts';
import { isToken } from './token.ts';

/** Where a page is served, and what must be known to be let in. */
export interface Door {
  readonly port: number;
  readonly token: string;
}

/** What is asked for behind the token. */
export interface Wanted {
  /** Empty for the page itself. */
  readonly name: string;
  readonly query: URLSearchParams;
}

/** The link to open. Whoever has it is let in. */
export function addressOf({ port, token }: Door): string {
  return `http://127.0.0.1:${port}/${token}/`;
}

/**
 * H6, H8: what a request wants that has the token. Every other one is refused here, and undefined;
 * another host name may be a foreign page that had its name lead here.
 */
export function letIn(
  request: IncomingMessage,
  response: ServerResponse,
  { port, token }: Door,
): Wanted | undefined {
  const [path = '', query] = (request.url ?? '').split('?', 2);
  const [, guess, ...rest] = path.split('/');
  if (isOurHost(request, port) && isToken(guess, token))
    return { name: rest.join('/'), query: new URLSearchParams(query) };
  sendText(response, 403, 'Open the link that holdfast printed.');
  return undefined;
}

/** Whether a request only reads, and comes from no other page. If not, it is refused here. */
export function mayRead(
  request: IncomingMessage,
  response: ServerResponse,
  { port, methods }: { readonly port: number; readonly methods: readonly string[] },
): boolean {
  const { method = '', headers } = request;
  if (!methods.includes(method))
    sendText(response, 405, 'Only reading is possible here.', { allow: methods.join(', ') });
  else if (headers.origin !== undefined && !isOurOrigin(request, port))
    sendText(response, 403, 'Another page has no business here.');
  else return true;
  return false;
}
