import { request, type OutgoingHttpHeaders } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { serveReplay } from '../../src/view/server/serve-replay.ts';

const recorded = { title: 'incident', startsAt: 0, endsAt: 0, moments: [] };

it.each<[string, Asked, number]>([
  ['with the link', {}, 200],
  ['without the token', { path: '/recording' }, 403],
  ['for a foreign host', { headers: { host: 'evil.example' } }, 403],
  ['from a foreign origin', { headers: { origin: 'https://evil.example' } }, 403],
  ['to change something', { method: 'POST' }, 405],
])('H7 a recording that is asked for %s', async (_, asked, status) => {
  const view = await serveReplay(recorded);
  onTestFinished(() => view.close());
  const answer = await ask(view.address, asked);
  expect(answer.status).toBe(status);
  expect(answer.body.includes('incident')).toBe(status === 200);
});

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
}

function ask(address: string, { path, method = 'GET', headers = {} }: Asked) {
  const { port, pathname } = new URL(address);
  const options = { port, path: path ?? `${pathname}recording`, method, headers };
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', agent: false, ...options }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    asking.on('error', reject).end();
  });
}
