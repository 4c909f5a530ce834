import type { OutgoingHttpHeaders } from 'node:http';
import type { Misbehaviour } from '../../network/http-front.ts';

/** Answers with a status, and asks nobody. */
export function status(code: number, headers: OutgoingHttpHeaders = {}, body = ''): Misbehaviour {
  return ({ response }) => void response.writeHead(code, headers).end(body);
}

/** Has the work done, and then says that something went wrong. */
export function statusAfterWork(code: number): Misbehaviour {
  return async ({ passUnseen, response }) => {
    await passUnseen();
    response.writeHead(code).end();
  };
}

/** A page of a captive portal. */
export const html: Misbehaviour = ({ response }) =>
  void response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<html><body>Please log in</body></html>');

/** Says nothing for a while, then passes it on. */
export function late(delayMs: number): Misbehaviour {
  return async ({ pass }) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await pass();
  };
}

/** Begins an answer in JSON, goes on for ever, and is never done with it. */
export const answerNeverEnds: Misbehaviour = ({ response, id }) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[`);
  every(100, response, () => response.write(' '));
};

/** A stream of events that says a lot and never the answer. */
export const endlessStream: Misbehaviour = ({ response }) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chatter = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x' } };
  const event = `: still here\n\nevent: message\ndata: ${JSON.stringify(chatter)}\n\n`;
  every(5, response, () => response.write(event));
};

const MEGABYTE = 'x'.repeat(1024 * 1024);
const HUGE_MEGABYTES = 66;

/** An answer larger than any may be. */
export const hugeBody: Misbehaviour = ({ response, id }) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"text":"`);
  for (let written = 0; written < HUGE_MEGABYTES; written += 1) response.write(MEGABYTE);
  response.end('","type":"text"}]}}');
};

/** Sends the client in a circle within the same origin. */
export const redirectLoop: Misbehaviour = ({ request, response }) =>
  void response.writeHead(307, { location: request.url ?? '/' }).end();

/** A stream of events that is cut: between two of them, or in the middle of one. */
export function cutStream(where: 'between' | 'inside'): Misbehaviour {
  return async ({ response, passUnseen }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      where === 'between' ? ': first\n\n' : 'event: message\ndata: {"jsonrpc":"2.0","i',
    );
    await passUnseen();
    response.socket?.resetAndDestroy();
  };
}

/** Runs until the client has gone or a test's patience has. */
function every(periodMs: number, response: NodeJS.EventEmitter, run: () => void): void {
  const timer = setInterval(run, periodMs);
  const last = setTimeout(() => clearInterval(timer), 60_000);
  response.once('close', () => {
    clearInterval(timer);
    clearTimeout(last);
  });
}
