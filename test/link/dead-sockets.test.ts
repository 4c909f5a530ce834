import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { openConnections } from '../../src/link/http/requests/connections.ts';

const DIALS = 12;

it('S4 a channel holds none of the sockets that came and went during its life', async () => {
  const server = await listen();
  const sockets: WeakRef<object>[] = [];
  const connected = (message: unknown) =>
    void sockets.push(new WeakRef((message as { socket: object }).socket));
  subscribe('undici:client:connected', connected);
  onTestFinished(() => void unsubscribe('undici:client:connected', connected));
  const { port } = server.address() as AddressInfo;
  const connections = openConnections(`http://127.0.0.1:${port}`);
  onTestFinished(() => connections.destroy());
  connections.waiting = 1;
  for (let dial = 0; dial < DIALS; dial += 1) {
    const { body } = await connections.dispatcher.request({
      origin: `http://127.0.0.1:${port}`,
      path: '/',
      method: 'GET',
    });
    await body.dump();
  }
  expect(sockets).toHaveLength(DIALS);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => sockets.filter((socket) => socket.deref() !== undefined).length;
  for (let turn = 0; turn < 20 && held() > 2; turn += 1) {
    // A weak reference holds until the end of the turn that looked at it.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  expect(held()).toBeLessThanOrEqual(2);
});

/** Closes each connection after one answer. */
async function listen(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return server;
}
