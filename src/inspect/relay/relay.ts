import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addressOf, letIn, mayRead, type Door } from '../../loopback/door.ts';
import { closeAtOnce, listenOnLoopback } from '../../loopback/listen.ts';
import { readPage, sendPageFile, type Page } from '../../loopback/page-files.ts';
import { sendJson } from '../../loopback/private-reply.ts';
import { createToken } from '../../loopback/token.ts';
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
  const door = { token, port: await listenOnLoopback(server, port) };
  server.on('request', route({ feed, viewer, page, ...door }));
  let closed: Promise<void> | undefined;
  return {
    url: addressOf(door),
    close: () => {
      feed.end();
      return (closed ??= closeAtOnce(server));
    },
  };
}

interface Routed extends RelayOptions, Door {
  readonly page: Page;
}

/** Nothing can be said to it, only read from it: a GET has no frame that could be a bad one. */
function route({ feed, viewer, page, ...door }: Routed) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const wanted = letIn(request, response, door);
    if (!wanted || !mayRead(request, response, { ...door, methods: ['GET'] })) return;
    if (wanted.name === 'events') return feed.open(response);
    if (wanted.name === 'settings') return sendJson(response, 200, { viewer: viewer.href });
    sendPageFile(response, wanted.name, page);
  };
}
