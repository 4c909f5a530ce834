import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faults } from '../fixtures/http/faults.mjs';
import { startSseFaultServer, type SseFaultServer } from '../fixtures/http/sse-fault-server.mjs';
import { until, type OpenChannel } from './http-peer.ts';
import { openSseChannel } from './sse-peer.ts';

let server: SseFaultServer;
let open: OpenChannel;

beforeEach(async () => {
  server = await startSseFaultServer();
  open = await openSseChannel(server.url);
});

afterEach(async () => {
  await open.channel.end({ force: true });
  await server.close();
});

const text = (answer: Record<string, unknown>): unknown =>
  (answer['result'] as { content: { text: string }[] }).content[0]?.text;

test.each([200, 202, 204] as const)('L7 a %d accepts a message', async (acceptStatus) => {
  server.configure({ acceptStatus });
  expect(text(await open.call('echo', { text: 'grüße' }))).toBe('grüße');
  expect(open.channel.received).toBe(2);
});

test('L7 an answer may come before its request is accepted, and frees its socket', async () => {
  server.configure({ acceptsLate: true });
  expect(text(await open.call('echo', { text: 'early' }))).toBe('early');
  server.fail('tools/call:slow', faults.hang);
  const slow = open.call('slow');
  await until(() => server.counts.calls === 2);
  const id = server.requests.at(-1)?.message?.id as number;
  server.push({ id, result: { content: [] } });
  expect(await slow).toHaveProperty('result');
  // The stream's own socket, and one that is kept for the next message.
  await until(() => server.openSockets <= 2);
});

test('L6 the protocol version goes with what follows the handshake', async () => {
  await open.call('echo');
  expect(server.requests.at(-1)?.headers).toMatchObject({ 'mcp-protocol-version': '2025-11-25' });
});

test('L3 an answer of 8 MiB arrives whole', async () => {
  const bytes = 8 * 1024 * 1024;
  expect(text(await open.call('big', { bytes }))).toHaveLength(bytes);
});

test('K3 calls run side by side, and their sockets are used again', async () => {
  const many = () => Promise.all(Array.from({ length: 20 }, () => open.call('echo')));
  await many();
  const after = server.counts.connections;
  await many();
  expect(server.counts.connections).toBe(after);
});

test('K1 progress comes before the answer that follows it', async () => {
  const params = { name: 'slow', arguments: { ms: 10, steps: 2 }, _meta: { progressToken: 7 } };
  await open.ask('tools/call', params);
  const methods = open.messages.slice(-3).map(({ method }) => method ?? 'answer');
  expect(methods).toEqual(['notifications/progress', 'notifications/progress', 'answer']);
});

describe('K6 what a failed exchange says', () => {
  test('a refused connection was not sent, and makes the server suspect', async () => {
    server.stopListening();
    // Only the stream is left.
    await until(() => server.openSockets === 1);
    expect(await open.faultOfCall('effect')).toEqual({ kind: 'notSent', code: 'ECONNREFUSED' });
    expect(open.suspicions).toBe(1);
    expect(open.losses).toEqual([]);
    expect(server.counts.effects).toBe(0);
  });

  test('a reset is a cut', async () => {
    server.fail('tools/call', faults.reset, 1);
    expect(await open.faultOfCall('effect')).toEqual({ kind: 'cut', code: 'ECONNRESET' });
    expect(open.suspicions).toBe(1);
  });

  test.each([403, 408, 500, 502, 504])('status %d fails that call only', async (status) => {
    server.fail('tools/call', faults.status(status), 1);
    expect(await open.faultOfCall('effect')).toEqual({
      kind: 'status',
      status,
      sessionGone: false,
    });
    expect(open.losses).toEqual([]);
    expect(open.suspicions).toBe(0);
  });

  test('a hint comes with its refusal', async () => {
    server.fail('tools/call', faults.tooMany(7), 1);
    expect(await open.faultOfCall('effect')).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  });

  test('a JSON-RPC error to this request is an answer, whatever the status', async () => {
    const body = (id: number) =>
      JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32602, message: 'no' } });
    server.fail('tools/call', { kind: 'status', status: 400, body }, 1);
    expect(await open.call('echo')).toMatchObject({ error: { code: -32602 } });
  });

  test('a 400 about something else loses no session', async () => {
    server.fail('tools/call', faults.badRequest, 1);
    expect(await open.faultOfCall('echo')).toMatchObject({ status: 400, sessionGone: false });
    expect(open.losses).toEqual([]);
  });
});

test.each([404, 400] as const)(
  'L7 a session that the server forgot is lost by a %d',
  async (status) => {
    server.configure({ unknownSession: status });
    server.forgetSessions();
    const [one, other] = await Promise.all([open.faultOfCall('effect'), open.faultOfCall('echo')]);
    expect(one).toEqual({ kind: 'status', status, sessionGone: true });
    expect(other).toEqual(one);
    expect(open.losses).toMatchObject([{ kind: 'sessionExpired', code: 'SESSION_EXPIRED' }]);
    expect(server.counts.effects).toBe(0);
  },
);

test('K8 a forgotten session leaves the accepted requests to their own verdict', async () => {
  const slow = open.call('slow', { ms: 150 });
  await until(() => server.counts.calls === 1);
  server.fail('tools/call:echo', faults.sessionNotFound, 1);
  await open.faultOfCall('echo');
  expect(open.losses).toHaveLength(1);
  let isQuiet = false;
  const quiet = open.channel.quiet().then(() => (isQuiet = true));
  expect(isQuiet).toBe(false);
  expect(await slow).toHaveProperty('result');
  await quiet;
});

test('L6 c a 401 asks for a login, once', async () => {
  server.fail('POST', faults.unauthorized, 2);
  expect(await open.faultOfCall('effect')).toMatchObject({ kind: 'status', status: 401 });
  await open.faultOfCall('effect');
  expect(open.losses).toMatchObject([{ kind: 'auth', code: 'AUTH_REQUIRED' }]);
});

test('L6 f an abandoned request frees its socket, also where nobody answers the POST', async () => {
  server.configure({ unknownSession: 'silence' });
  server.forgetSessions();
  const fault = open.faultOfCall('effect');
  await until(() => server.counts.calls === 1);
  open.channel.abandon(server.requests.at(-1)?.message?.id as number);
  expect(await fault).toEqual({ kind: 'cut', code: 'ABANDONED' });
  await until(() => server.openSockets <= 1);
  expect(open.losses).toEqual([]);
});

test('L6 f an accepted request that is abandoned is forgotten, and nothing else', async () => {
  server.configure({ silent: true });
  const fault = open.faultOfCall('effect');
  await until(() => server.counts.effects === 1);
  open.channel.abandon(server.requests.at(-1)?.message?.id as number);
  expect(await fault).toEqual({ kind: 'cut', code: 'ABANDONED' });
  server.configure({ silent: false });
  expect(await open.call('echo')).toHaveProperty('result');
});
