import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { closeAtOnce, listenOnLoopback } from '../../src/loopback/listen.ts';

it('H6 a connection that cannot be taken does not end the process', async () => {
  const server = createServer((_request, response) => response.end('still here'));
  const port = await listenOnLoopback(server, 0);
  onTestFinished(() => closeAtOnce(server));
  // As Node reports that it could not open one file more.
  server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(await answer.text()).toBe('still here');
});
