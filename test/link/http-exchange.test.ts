import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFaultServer, type FaultServer } from '../fixtures/http/fault-server.mjs';
import { faults } from '../fixtures/http/faults.mjs';
import { faultOf, openChannel, startChannel, until, type OpenChannel } from './http-peer.ts';

let server: FaultServer;
let open: OpenChannel | undefined;

beforeEach(async () => {
  server = await startFaultServer();
});

afterEach(async () => {
  await open?.channel.end({ force: true });
  open = undefined;
  await server.close();
});

const text = (answer: Record<string, unknown>): unknown =>
  (answer['result'] as { content: { text: string }[] }).content[0]?.text;

describe.each(['json', 'sse'] as const)('a server that answers in %s', (answers) => {
  beforeEach(() => server.configure({ answers }));

  test('L6 a call is answered before its send settles', async () => {
    open = await openChannel(server.url);
    expect(text(await open.call('echo', { text: 'grüße' }))).toBe('grüße');
    expect(open.channel.received).toBe(2);
  });

  test('L6 session and protocol version go with everything after the handshake', async () => {
    open = await openChannel(server.url, { headers: { 'x-team': 'blue', Accept: 'text/html' } });
    await open.call('echo');
    await until(() => server.counts.gets === 1);
    const [first, ...later] = server.requests;
    expect(first?.headers['mcp-session-id']).toBeUndefined();
    for (const { headers } of later)
      expect(headers).toMatchObject({
        'mcp-session-id': open.channel.sessionId,
        'mcp-protocol-version': '2025-11-25',
        'x-team': 'blue',
      });
    expect(first?.headers.accept).toBe('application/json, text/event-stream');
  });

  test('L3 an answer of 8 MiB arrives whole', async () => {
    open = await openChannel(server.url);
    const bytes = 8 * 1024 * 1024;
    expect(text(await open.call('big', { bytes }))).toHaveLength(bytes);
  });

  test('calls run side by side, and many use few sockets twice', async () => {
    open = await openChannel(server.url);
    const { call } = open;
    await Promise.all(Array.from({ length: 20 }, () => call('echo')));
    const after = server.counts.connections;
    await Promise.all(Array.from({ length: 20 }, () => call('echo')));
    expect(server.counts.connections).toBe(after);
  });
});

describe('K6 what a failed exchange says', () => {
  beforeEach(async () => {
    open = await openChannel(server.url);
  });

  test('a refused connection was not sent, and makes the server suspect', async () => {
    await server.refuse();
    await until(() => server.openSockets === 0);
    expect(await open?.faultOfCall('effect')).toEqual({ kind: 'notSent', code: 'ECONNREFUSED' });
    expect(open?.suspicions).toBeGreaterThan(0);
    expect(server.counts.effects).toBe(0);
  });

  test('a reset after the call ran is a cut', async () => {
    server.fail('tools/call', faults.resetAfterRun, 1);
    expect(await open?.faultOfCall('effect')).toEqual({ kind: 'cut', code: 'ECONNRESET' });
    expect(server.counts.effects).toBe(1);
    expect(open?.suspicions).toBeGreaterThan(0);
  });

  test.each([
    [faults.html, 'WRONG_CONTENT_TYPE'],
    [faults.brokenJson, 'NOT_JSON_RPC'],
    [faults.notJsonRpc, 'NOT_JSON_RPC'],
    [faults.empty, 'NO_ANSWER'],
    [faults.status(202), 'NO_ANSWER'],
  ])('a 2xx without a JSON-RPC answer is malformed (%#)', async (fault, code) => {
    server.fail('tools/call', fault, 1);
    expect(await open?.faultOfCall('effect')).toEqual({ kind: 'malformed', code });
    expect(open?.suspicions).toBe(0);
    expect(text((await open?.call('echo', { text: 'fine' })) ?? {})).toBe('fine');
  });

  test.each([403, 408, 500, 502, 504])('status %d fails that call only', async (status) => {
    server.fail('tools/call', faults.status(status), 1);
    expect(await open?.faultOfCall('effect')).toEqual({
      kind: 'status',
      status,
      sessionGone: false,
    });
    expect(open?.losses).toEqual([]);
    expect(open?.suspicions).toBe(0);
  });

  test.each([
    [faults.tooMany(7), 429, 7_000],
    [faults.unavailable('Thu, 01 Jan 2099 00:00:00 GMT'), 503, 2 ** 31 - 1],
    [faults.unavailable('soon'), 503, undefined],
  ])('Retry-After is read where it is given (%#)', async (fault, status, retryAfterMs) => {
    server.fail('tools/call', fault, 1);
    expect(await open?.faultOfCall('effect')).toEqual({
      kind: 'status',
      status,
      sessionGone: false,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  });

  test('a JSON-RPC error to this request is an answer, whatever the status', async () => {
    const body = (id: number) =>
      JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32602, message: 'no' } });
    server.fail('tools/call', { kind: 'status', status: 400, body }, 1);
    expect(await open?.call('echo')).toMatchObject({ error: { code: -32602 } });
  });

  test('an answer to another request is malformed', async () => {
    server.fail(
      'tools/call',
      { kind: 'status', status: 200, body: '{"jsonrpc":"2.0","id":99,"result":{}}' },
      1,
    );
    expect(await open?.faultOfCall('echo')).toEqual({ kind: 'malformed', code: 'WRONG_ID' });
  });
});

test('K6 a socket that the server closed while idle does not fail the next call', async () => {
  open = await openChannel(server.url);
  server.closeIdleSockets();
  expect(text(await open.call('effect'))).toBe('effect 1');
});

test('L6 f an abandoned call frees its socket, and dials no new one', async () => {
  open = await openChannel(server.url);
  await until(() => server.openStreams === 1);
  await Promise.all([open.call('echo'), open.call('echo')]);
  server.fail('tools/call:slow', faults.hang, 1);
  const fault = open.faultOfCall('slow');
  await until(() => server.counts.calls === 3);
  const [sockets, dialled] = [server.openSockets, server.counts.connections];
  open.channel.abandon(4);
  expect(await fault).toEqual({ kind: 'cut', code: 'ABANDONED' });
  await until(() => server.openSockets === sockets - 1);
  await open.call('slow', { ms: 50 });
  expect(server.counts.connections).toBe(dialled);
  expect(open.suspicions).toBe(0);
});

test('K8 quiet settles when the last exchange is over', async () => {
  open = await openChannel(server.url);
  const order: string[] = [];
  const call = open.call('slow', { ms: 60 }).then(() => order.push('answered'));
  await Promise.all([call, open.channel.quiet().then(() => order.push('quiet'))]);
  await open.channel.quiet();
  expect(order.sort()).toEqual(['answered', 'quiet']);
});

test('a redirect within the origin is followed, three times at most', async () => {
  open = await openChannel(server.url);
  server.fail('tools/call', faults.redirect(307, '/elsewhere?x=1'), 3);
  expect(text(await open.call('effect'))).toBe('effect 1');
  expect(server.requests.at(-1)?.path).toBe('/elsewhere?x=1');
  server.fail('tools/call', faults.redirect(308, '/round'), 4);
  expect(await open.faultOfCall('effect')).toMatchObject({ kind: 'status', status: 308 });
});

test('credentials do not follow a redirect to another origin', async () => {
  const other = await startFaultServer();
  try {
    open = await openChannel(server.url, { headers: { authorization: 'Bearer secret' } });
    server.fail('tools/call', faults.redirect(307, other.url.href), 1);
    expect(await open.faultOfCall('effect')).toMatchObject({ kind: 'status', status: 307 });
    expect(other.counts.connections).toBe(0);
  } finally {
    await other.close();
  }
});

test('bytes that are not HTTP are malformed', async () => {
  const garbage = createServer((socket) => {
    socket.on('error', () => undefined).resume();
    socket.end('220 mail.example ESMTP\r\n');
  });
  await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve));
  const { port } = garbage.address() as AddressInfo;
  open = await startChannel(new URL(`http://127.0.0.1:${port}/mcp`));
  expect(await faultOf(open.ask('initialize'))).toEqual({ kind: 'malformed', code: 'NOT_HTTP' });
  await new Promise((resolve) => garbage.close(resolve));
});
