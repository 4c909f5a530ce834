import { connect } from 'node:net';
import { createActor, createMachine } from 'xstate';
import { describe, expect, it } from 'vitest';
import { openInspector } from './open-inspector.ts';
import { ask, listenIn, type Asked } from './wire.ts';

describe('who has not got the link', () => {
  it.each<[string, (path: string) => Asked]>([
    ['without a token', () => ({ path: '/' })],
    ['with a wrong token', () => ({ path: `/${'x'.repeat(32)}/` })],
    ['with a part of the token', (path) => ({ path: `${path.slice(0, -4)}/` })],
    ['for a foreign host', () => ({ headers: { host: 'evil.example' } })],
    ['for no host that is known', () => ({ headers: { host: '127.0.0.1' } })],
    ['from a foreign origin', () => ({ headers: { origin: 'https://evil.example' } })],
    ['from another port of this machine', () => ({ headers: { origin: 'http://127.0.0.1:1' } })],
    ['from a page without an origin', () => ({ headers: { origin: 'null' } })],
    ['with an address that is none', () => ({ path: '//[' })],
  ])('H8 gets nothing %s', async (_, wrong) => {
    const { url } = await shown();
    const { pathname } = new URL(url);
    for (const name of ['', 'events', 'settings', 'page.js']) {
      const asked = wrong(pathname);
      const answer = await ask(url, { ...asked, path: asked.path ?? `${pathname}${name}` });
      expect(answer.status).toBe(403);
      expect(answer.body).not.toMatch(/secretive|stately/);
    }
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('H8 gets nothing by %s', async (method) => {
    const { url } = await shown();
    const answer = await ask(`${url}events`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('GET');
    expect(answer.body).not.toContain('secretive');
  });
});

it('H8 every answer is private, and the page may hold the viewer and nothing else', async () => {
  const { url } = await openInspector({ viewer: 'http://127.0.0.1:9/viewer?theme=dark' });
  const { headers, body } = await ask(`${url}settings`);
  expect(JSON.parse(body)).toEqual({ viewer: 'http://127.0.0.1:9/viewer?theme=dark' });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect((await ask(`${url}../package.json`)).status).toBe(403);
  expect((await ask(`${url}..%2Fpackage.json`)).status).not.toBe(200);
});

it('H8 two inspectors have different links, on 127.0.0.1 alone', async () => {
  const [one, other] = [await openInspector(), await openInspector()];
  for (const { url } of [one, other])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
  expect(new URL(one.url).pathname).not.toBe(new URL(other.url).pathname);
});

it('H8 a port that is taken is told to whoever opens it, and nothing else happens', async () => {
  const { url } = await shown();
  const port = Number(new URL(url).port);
  await expect(openInspector({ port })).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  expect((await listenIn(url)).messages.length).toBeGreaterThanOrEqual(0);
});

it('H8 what is no request, or a frame of another protocol, costs only its own connection', async () => {
  const { url, actor } = await shown();
  const { port, pathname } = new URL(url);
  const wire = await listenIn(url);
  const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`;
  const frames = [
    'not a request\r\n\r\n',
    `GET ${pathname}events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}\r\n\u0081\u0005{"typ`,
    `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 5\r\n\r\n{"a":`,
    `GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX: ${'x'.repeat(100_000)}`,
    '\u0000\u0001\u0002',
  ];
  for (const frame of frames) await say(Number(port), frame);
  actor.send({ type: 'after' });
  await wire.first(({ event }) => event?.type === 'after');
});

it('H8 there may be a few pages and not a crowd', async () => {
  const { url } = await shown();
  const wires = [];
  for (let page = 0; page < 16; page += 1) wires.push(await listenIn(url));
  expect((await ask(`${url}events`)).status).toBe(503);
  wires[0]?.leave();
  await expect.poll(async () => isOpen(url)).toBe(true);
});

/** An inspector with one actor to look at. */
async function shown() {
  const inspector = await openInspector();
  const machine = createMachine({ id: 'secretive', on: { after: {} } });
  const actor = createActor(machine, { inspect: inspector.inspect }).start();
  return { ...inspector, actor };
}

async function isOpen(url: string): Promise<boolean> {
  const wire = await listenIn(url);
  const [told] = await Promise.race([
    wire
      .first(({ type }) => type === '@xstate.actor')
      .then(
        () => ['told'],
        () => ['nothing'],
      ),
    wire.ended.then(() => ['refused']),
  ]);
  return told === 'told';
}

/** Says it to the port, and waits until it is answered or the connection is over. */
function say(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(text, 'latin1'));
    socket.once('data', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('close', () => resolve());
    if (text.startsWith('\u0000') || text.startsWith('POST'))
      socket.once('connect', () => socket.end());
  });
}
