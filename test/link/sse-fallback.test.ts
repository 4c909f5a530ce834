import { expect, onTestFinished, test } from 'vitest';
import type { ServerEntry } from '../../src/index.ts';
import { startFaultServer } from '../fixtures/http/fault-server.mjs';
import { faults } from '../fixtures/http/faults.mjs';
import { startSseFaultServer } from '../fixtures/http/sse-fault-server.mjs';
import { NAME, stable, supervise, textOf } from '../requirements/stage.ts';
import { until } from './processes.ts';

/** What reached a server, as `method rpc`. */
type Seen = readonly { readonly method: string; readonly rpc?: string }[];
const firstOnes = (requests: Seen, count: number) =>
  requests.slice(0, count).map(({ method, rpc }) => `${method} ${rpc ?? ''}`.trim());

async function legacyServer(wrongPath: number) {
  const server = await startSseFaultServer({ wrongPath });
  onTestFinished(() => server.close());
  return server;
}

async function modernServer() {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  return server;
}

const fleetOf = (entry: ServerEntry, policy = {}) =>
  supervise({ servers: { [NAME]: entry }, policy: { initialRetries: 0, ...policy } });

test.each([400, 404, 405])(
  'L7 a server that answers %d to the handshake is had over SSE',
  async (wrongPath) => {
    const server = await legacyServer(wrongPath);
    const { supervisor, status, told } = fleetOf({ url: server.url.href });
    expect(status().transport).toBe('http');
    await supervisor.start();
    expect(status()).toMatchObject({ state: 'ready', transport: 'sse', origin: server.origin });
    expect(told('server.attempting')).toHaveLength(1);
    const expected = [
      'POST initialize',
      'GET',
      'POST initialize',
      'POST notifications/initialized',
    ];
    expect(firstOnes(server.requests, 4)).toEqual(expected);
    expect(textOf(await supervisor.callTool(NAME, 'echo', { text: 'old' }))).toBe('old');
  },
);

test('L7 what worked is remembered, and used alone from then on', async () => {
  const server = await legacyServer(404);
  const { supervisor, status, told, reaches } = fleetOf({ url: server.url.href });
  await supervisor.start();
  const seen = server.requests.length;
  await server.restart();
  await until(() => told('server.lost').length === 1, 'the loss is noticed');
  // What it went over last is told also while there is no link.
  expect(status().transport).toBe('sse');
  await reaches('ready');
  await supervisor.retry(NAME);
  expect(firstOnes(server.requests.slice(seen), 2)).toEqual(['GET', 'POST initialize']);
  expect(server.requests.slice(seen).filter(({ path }) => path === '/sse')).toHaveLength(2);
  expect(server.counts.initializes).toBe(3);
});

test('L7 F4 a new policy does not forget what worked, a new address does', async () => {
  const server = await legacyServer(404);
  const entry = { url: server.url.href };
  const { supervisor, status, told, reaches } = fleetOf(entry);
  await supervisor.start();
  supervisor.replace(NAME, { ...entry, policy: { graceMs: 100 } });
  const seen = server.requests.length;
  await server.restart();
  await until(() => told('server.lost').length === 1, 'the loss is noticed');
  await reaches('ready');
  expect(server.requests[seen]?.method).toBe('GET');

  const modern = await modernServer();
  supervisor.replace(NAME, { url: modern.url.href });
  await until(() => modern.counts.initialized === 1, 'the other server is had');
  await reaches('ready');
  expect(status()).toMatchObject({ transport: 'http', origin: modern.origin });
});

test('L7 a server that was had over Streamable HTTP is never asked for SSE again', async () => {
  const server = await modernServer();
  const { supervisor, status, told } = fleetOf(
    { url: server.url.href },
    { reconnectRetries: 1, stableAfterMs: 60_000 },
  );
  await supervisor.start();
  const gets = server.counts.gets;
  server.fail('initialize', faults.status(404));
  await server.restart();
  await until(() => told('server.failed').length >= 1, 'an attempt has failed');
  expect(told('server.failed')[0]?.error.code).toBe('HTTP_404');
  expect(server.counts.gets).toBe(gets);
  expect(status().transport).toBe('http');
});

test('L7 a failure of both is one error that names both', async () => {
  const server = await legacyServer(405);
  server.fail('GET', faults.status(404));
  const { supervisor, status, told } = fleetOf({ url: server.url.href });
  await supervisor.start();
  expect(status()).toMatchObject({ state: 'parked', parkReason: 'permanent' });
  expect(told('server.failed')).toHaveLength(1);
  expect(status().lastError).toMatchObject({ kind: 'permanent', code: 'NO_TRANSPORT' });
  expect(status().lastError?.message).toMatch(/Streamable HTTP: .*405.* Legacy SSE: .*404/u);
  expect(supervisor.explain(NAME).advice).toContain('path');
  await until(() => server.openSockets === 0, 'no socket is left');
});

const verdicts = [
  [404, faults.status(405), 'permanent', 'NO_TRANSPORT'],
  [405, faults.status(405), 'transient', 'NO_TRANSPORT'],
  [404, faults.status(503), 'transient', 'NO_TRANSPORT'],
  [404, faults.status(429), 'transient', 'NO_TRANSPORT'],
  [404, faults.html, 'permanent', 'NO_TRANSPORT'],
  [404, faults.reset, 'transient', 'NO_TRANSPORT'],
  [405, faults.unauthorized, 'auth', 'AUTH_REQUIRED'],
] as const;
test.each(verdicts)(
  'L7 E2 a failure of both is classified (%#)',
  async (status, fault, kind, code) => {
    const server = await legacyServer(status);
    server.fail('GET', fault);
    const { supervisor, told } = fleetOf({ url: server.url.href });
    await supervisor.start();
    expect(told('server.failed').map(({ error }) => error)).toMatchObject([{ kind, code }]);
  },
);

test.each([
  ['a 401', faults.unauthorized],
  ['a 403', faults.forbidden],
  ['a 429', faults.tooMany(1)],
  ['a 500', faults.status(500)],
  ['a 503', faults.unavailable()],
  ['a web page', faults.html],
  ['a reset', faults.reset],
  ['a JSON-RPC error with a 400', rpcError()],
])('L7 %s is no reason to try SSE', async (_, fault) => {
  const server = await modernServer();
  server.fail('initialize', fault);
  const { supervisor, status } = fleetOf({ url: server.url.href });
  await supervisor.start();
  expect(status().state).toBe('parked');
  expect(server.counts.gets).toBe(0);
});

test('L7 C2 silence is no reason to try SSE', async () => {
  const server = await modernServer();
  server.fail('initialize', faults.hang);
  const { supervisor, status } = fleetOf({ url: server.url.href }, { firstConnectTimeoutMs: 100 });
  await supervisor.start();
  expect(status().lastError?.code).toBe('CONNECT_TIMEOUT');
  expect(server.counts.gets).toBe(0);
});

test('L7 C2 an endpoint that never comes is bounded like the rest of its attempt', async () => {
  const server = await legacyServer(404);
  server.configure({ endpoint: false });
  const { supervisor, status } = fleetOf({ url: server.url.href }, { firstConnectTimeoutMs: 300 });
  await supervisor.start();
  expect(status().lastError?.code).toBe('CONNECT_TIMEOUT');
  await until(() => server.openSockets === 0, 'no socket is left');
});

test.each(['http', 'sse'] as const)(
  'L7 a transport that is set to %s is used alone',
  async (transport) => {
    const old = await legacyServer(404);
    const modern = await modernServer();
    const { url } = transport === 'http' ? old : modern;
    const { supervisor, status, told } = fleetOf({ url: url.href, transport });
    await supervisor.start();
    expect(status()).toMatchObject({ state: 'parked', transport });
    expect(told('server.failed')[0]?.error.code).toMatch(/^HTTP_4/u);
    expect(old.counts.gets).toBe(0);
    expect(modern.counts.posts).toBe(0);
  },
);

test('L7 S4 a stop in the middle of a fallback leaves nothing', async () => {
  const server = await legacyServer(404);
  server.fail('GET', faults.hang);
  const { supervisor } = fleetOf({ url: server.url.href });
  void supervisor.start();
  await until(() => server.counts.gets === 1, 'SSE is being tried');
  expect((await supervisor.stop()).left).toBe(0);
  await until(() => server.openSockets === 0, 'no socket is left');
});

test('L7 C11 a forgotten session is had again at once, and its call is sent once more', async () => {
  const server = await legacyServer(404);
  const staged = fleetOf({ url: server.url.href });
  const { supervisor, told } = staged;
  await supervisor.start();
  await stable(staged);
  server.forgetSessions();
  const result = await supervisor.callTool(NAME, 'effect');
  expect(result).toMatchObject({ attempts: 2, generation: 2 });
  expect(server.counts.effects).toBe(1);
  expect(told('server.lost').map(({ charged }) => charged)).toEqual([false]);
});

function rpcError() {
  return {
    kind: 'status',
    status: 400,
    body: (id: number) =>
      JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32022, message: 'too old' } }),
  } as const;
}
