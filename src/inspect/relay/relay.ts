import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeAtOnce, listenOnLoopback } from '../../loopback/listen.ts';
import { isOurHost, isOurOrigin } from '../../loopback/own-address.ts';
import { readPage, sendPageFile, type Page } from '../../loopback/page-files.ts';
import { sendJson, sendText } from '../../loopback/private-reply.ts';
import { createToken, isToken } from '../../loopback/token.ts';
import type { Feed } from './feed.ts';

export interface RelayOptions {
  readonly feed: Feed;
  readonly viewer: URL;
  /** 0 for a free one. */
  readonly port: number;
}

export interface Relay {
  readonly url: string;
  close(): Promise<void>;
}

/** Enough for a few pages, each with its stream, and little enough to do no harm. */
const MOST_CONNECTIONS = 64;

/** Serves the page that holds the viewer, and what it is told, to whoever has the token. */
export async function openRelay({ feed, viewer, port }: RelayOptions): Promise<Relay> {
  const page = await readPage('inspect', [`frame-src ${viewer.origin}`]);
  const token = createToken();
  const server = createServer();
  server.maxConnections = MOST_CONNECTIONS;
  // Looking must not keep alive what is looked at.
  server.unref();
  server.on('connection', (socket) => socket.unref());
  const taken = await listenOnLoopback(server, port);
  server.on('request', route({ feed, viewer, page, token, port: taken }));
  let closed: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${taken}/${token}/`,
    close: () => {
      feed.end();
      return (closed ??= closeAtOnce(server));
    },
  };
}

interface Routed extends RelayOptions {
  readonly page: Page;
  readonly token: string;
}

/** Nothing can be said to it, only read from it: a GET has no frame that could be a bad one. */
function route({ feed, viewer, page, token, port }: Routed) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const [, guess, ...rest] = path.split('/');
    // Another host name may be a foreign page that had its name lead here.
    if (!isOurHost(request, port) || !isToken(guess, token))
      return sendText(response, 403, 'Open the link that holdfast printed.');
    if (request.method !== 'GET')
      return sendText(response, 405, 'Only reading is possible here.', { allow: 'GET' });
    if (request.headers.origin !== undefined && !isOurOrigin(request, port))
      return sendText(response, 403, 'Another page has no business here.');
    const name = rest.join('/');
    if (name === 'events') return feed.open(response);
    if (name === 'settings') return sendJson(response, 200, { viewer: viewer.href });
    sendPageFile(response, name, page);
  };
}
