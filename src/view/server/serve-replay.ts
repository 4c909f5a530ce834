import { createServer } from 'node:http';
import { addressOf, letIn, mayRead } from '../../loopback/door.ts';
import { closeAtOnce, listenOnLoopback } from '../../loopback/listen.ts';
import { readPage, sendPageFile, type Page } from '../../loopback/page-files.ts';
import { sendJson } from '../../loopback/private-reply.ts';
import { createToken } from '../../loopback/token.ts';
import type { RecordedFleet } from '../wire/recorded.ts';
import type { View } from './serve-view.ts';

const MOST_CONNECTIONS = 64;

/**
 * H7: serves a recording in the live view's page, on 127.0.0.1 behind a token. There is nothing in
 * it that a request could change.
 * @param port 0 for a free one.
 * @throws Error with Node's `code`, such as `EADDRINUSE`, if nobody can listen on it.
 */
export async function serveReplay(recorded: RecordedFleet, port = 0): Promise<View> {
  const page = asReplay(await readPage('view'));
  const token = createToken();
  const server = createServer();
  server.maxConnections = MOST_CONNECTIONS;
  const door = { token, port: await listenOnLoopback(server, port) };
  server.on('request', (request, response) => {
    const wanted = letIn(request, response, door);
    if (!wanted || !mayRead(request, response, { ...door, methods: ['GET', 'HEAD'] })) return;
    if (wanted.name === 'recording') sendJson(response, 200, recorded);
    else sendPageFile(response, wanted.name, page);
  });
  return { address: addressOf(door), close: () => closeAtOnce(server) };
}

/** The same page; it is told in its first line where to take what it shows from. */
function asReplay(page: Page): Page {
  const index = page.files.get('index.html');
  if (index === undefined) return page;
  const html = index.body.toString('utf8').replace('<html', '<html data-source="recording"');
  const body = Buffer.from(html);
  return { ...page, files: new Map([...page.files, ['index.html', { ...index, body }]]) };
}
