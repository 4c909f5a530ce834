import { request, type OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { stage, stdio } from './stage.ts';

describe('H6 what is not the page itself', () => {
  it.each([
    ['without a token', ({ port }: Place) => ({ path: `/`, port })],
    ['with a wrong token', ({ port }: Place) => ({ path: `/${'x'.repeat(32)}/`, port })],
    ['for a foreign host', (place: Place) => ({ ...place, headers: { host: 'evil.example' } })],
    [
      'from a foreign origin',
      (place: Place) => ({ ...place, headers: { origin: 'https://evil.example' } }),
    ],
    ['with an address that is none', ({ port }: Place) => ({ path: '//[', port })],
  ])('gets nothing %s', async (_, ask) => {
    const { place } = await served();
    const answer = await send(ask(place));
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('echo');
  });

  it.each([
    ['without the header', { [header]: undefined }],
    ['with a wrong header', { [header]: 'x' }],
    ['from a foreign origin', { origin: 'https://evil.example' }],
    ['from nowhere', { origin: undefined }],
    ['from another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['for a foreign host', { host: 'evil.example', origin: 'http://evil.example' }],
  ])('changes nothing %s', async (_, wrong) => {
    const { place, supervisor, action } = await served();
    const headers = Object.fromEntries(
      Object.entries({ ...action('stop').headers, ...wrong }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as OutgoingHttpHeaders;
    const answer = await send({ ...action('stop'), headers });
    expect(answer.status).toBe(403);
    expect(supervisor.status('echo').state).toBe('ready');
    expect(place.port).toBeGreaterThan(0);
  });

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('changes nothing by %s', async (method) => {
    const { supervisor, action } = await served();
    const answer = await send({ ...action('stop'), method });
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST');
    expect(supervisor.status('echo').state).toBe('ready');
  });

  it('a page can only be read', async () => {
    const { place } = await served();
    expect((await send({ ...place, method: 'POST' })).status).toBe(405);
    expect((await send({ ...place, path: `${place.path}../../package.json` })).status).toBe(404);
    expect((await send({ ...place, path: `${place.path}package.json` })).status).toBe(404);
  });

  it('E3 an action that is not one is refused as that', async () => {
    const { action } = await served();
    const bodies = ['', 'null', '[]', '{"server":1}', '{"server":"echo","more":1}', '{"args":[]}'];
    for (const body of bodies) expect((await send({ ...action('call'), body })).status).toBe(400);
    const long = `{"server":"${'x'.repeat(2 * 1024 * 1024)}"}`;
    expect((await send({ ...action('call'), body: long })).status).toBe(413);
    const unknown = await send({ ...action('retry'), body: '{"server":"nobody"}' });
    expect(JSON.parse(unknown.body)).toMatchObject({
      ok: false,
      error: { code: 'SERVER_UNKNOWN' },
    });
  });

  it('but the page itself can do it', async () => {
    const { action, supervisor } = await served();
    const answer = await send(action('stop'));
    expect(JSON.parse(answer.body)).toMatchObject({ ok: true, result: { left: 0 } });
    expect(supervisor.status('echo').state).toBe('shutdown');
  });

  it('every answer is private and holds the page to its own files', async () => {
    const { place } = await served();
    const { headers } = await send(place);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  });

  it('it is served on loopback only, and a taken port is told', async () => {
    const { place, supervisor } = await served();
    const { serveView } = await import('../../src/view/index.ts');
    await expect(serveView(supervisor, { port: place.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});

const header = 'x-holdfast-token';

interface Place {
  readonly port: number;
  readonly path: string;
}

async function served() {
  const { supervisor, address } = await stage({ echo: stdio('echo-server.mjs') });
  const { port, pathname, origin } = new URL(address);
  const place = { port: Number(port), path: pathname };
  const token = pathname.split('/')[1] ?? '';
  const action = (name: string) => ({
    port: place.port,
    path: `${pathname}actions/${name}`,
    method: 'POST',
    headers: { origin, [header]: token, 'content-type': 'application/json' } as OutgoingHttpHeaders,
    body: '{"server":"echo"}',
  });
  return { supervisor, place, action };
}

interface Sent extends Place {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** Not by fetch, which sets the headers that matter here by itself. */
function send({ body, ...options }: Sent) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const asked = request({ host: '127.0.0.1', agent: false, ...options }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      });
      asked.on('error', reject);
      asked.end(body);
    },
  );
}
