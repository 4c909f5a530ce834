import { createServer } from 'node:http';
import { closeAtOnce, listenOnLoopback } from '../../loopback/listen.ts';
import { isOurHost } from '../../loopback/own-address.ts';
import { readPage, sendPageFile, type Page } from '../../loopback/page-files.ts';
import { sendJson, sendText } from '../../loopback/private-reply.ts';
import { createToken, isToken } from '../../loopback/token.ts';
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
  const taken = await listenOnLoopback(server, port);
  server.on('request', (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const [, guess, ...rest] = path.split('/');
    if (!isOurHost(request, taken) || !isToken(guess, token))
      return sendText(response, 403, 'Open the link that holdfast printed.');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendText(response, 405, 'Only reading is possible here.', { allow: 'GET, HEAD' });
    const name = rest.join('/');
    if (name === 'recording') return sendJson(response, 200, recorded);
    sendPageFile(response, name, page);
  });
  return {
    address: `http://127.0.0.1:${taken}/${token}/`,
    close: () => closeAtOnce(server),
  };
}

/** The same page; it is told in its first line where to take what it shows from. */
function asReplay(page: Page): Page {
  const index = page.files.get('index.html');
  if (index === undefined) return page;
  const html = index.body.toString('utf8').replace('<html', '<html data-source="recording"');
  const body = Buffer.from(html);
  return { ...page, files: new Map([...page.files, ['index.html', { ...index, body }]]) };
}
