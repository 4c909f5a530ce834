import { createServer, type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, type Clock } from '../../src/clock.ts';
import { ConnectError } from '../../src/link/channel.ts';
import { classifyConnect } from '../../src/link/http/answers/classify.ts';
import { startFaultServer, type FaultServer } from '../fixtures/http/fault-server.mjs';
import { faults, type Fault } from '../fixtures/http/faults.mjs';
import { faultOf, handshake, openChannel, startChannel, until } from './http-peer.ts';
import { recordingClock } from './recording-clock.ts';
import type { OpenChannel } from './http-peer.ts';

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

describe('L6 a a session that the server forgot', () => {
  test.each([404, 400] as const)('is lost by a %d, once, and tells each call', async (status) => {
    server.configure({ unknownSession: status });
    open = await openChannel(server.url);
    server.forgetSessions();
    const [one, other] = await Promise.all([open.faultOfCall('effect'), open.faultOfCall('echo')]);
    expect(one).toEqual({ kind: 'status', status, sessionGone: true });
    expect(other).toEqual(one);
    expect(open.losses).toMatchObject([{ kind: 'sessionExpired', code: 'SESSION_EXPIRED' }]);
    expect(server.counts.effects).toBe(0);
  });

  test('is not what a 400 about something else means', async () => {
    open = await openChannel(server.url);
    server.fail('tools/call', faults.badRequest, 1);
    expect(await open.faultOfCall('echo')).toMatchObject({ status: 400, sessionGone: false });
    expect(open.losses).toEqual([]);
  });

  test('is not what a 404 means where there is no session', async () => {
    server.configure({ sessions: false });
    open = await openChannel(server.url);
    server.fail('tools/call', faults.status(404), 1);
    expect(await open.faultOfCall('echo')).toMatchObject({ status: 404, sessionGone: false });
    expect(open.losses).toEqual([]);
  });

  test('K8 leaves the exchanges that are under way to their own verdict', async () => {
    open = await openChannel(server.url);
    const slow = open.call('slow', { ms: 150 });
    await until(() => server.counts.calls === 1);
    server.fail('tools/call:echo', faults.sessionNotFound, 1);
    await open.faultOfCall('echo');
    expect(open.losses).toHaveLength(1);
    expect(await slow).toHaveProperty('result');
  });
});

test('L6 c a 401 in an open session asks for a login', async () => {
  open = await openChannel(server.url);
  server.fail('POST', faults.unauthorized, 2);
  expect(await open.faultOfCall('effect')).toMatchObject({ kind: 'status', status: 401 });
  await open.faultOfCall('effect');
  expect(open.losses).toMatchObject([{ kind: 'auth', code: 'AUTH_REQUIRED' }]);
});

test('L6 c a 401 that the login mends is no failure', async () => {
  let token = 'old';
  open = await openChannel(server.url, {
    authorization: {
      headers: () => Promise.resolve({ authorization: `Bearer ${token}` }),
      renew: ({ headers, login }) => {
        const isMine = login['authorization'] === 'Bearer old';
        if (isMine && headers['www-authenticate'] === 'Bearer error="invalid_token"') token = 'new';
        return Promise.resolve(true);
      },
    },
  });
  server.fail('tools/call', faults.unauthorized, 1);
  expect(await open.call('effect')).toHaveProperty('result');
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer new');
  expect(open.losses).toEqual([]);
});

test('L6 a stateless server has neither session id nor loss', async () => {
  server.configure({ sessions: false, listenStream: false });
  open = await openChannel(server.url);
  expect(open.channel.sessionId).toBeUndefined();
  await server.restart();
  expect(await open.call('echo')).toHaveProperty('result');
  expect(open.losses).toEqual([]);
});

describe('the handshake', () => {
  test.each([200, 202, 204])('is done when initialized gets a %d', async (acceptStatus) => {
    server.configure({ acceptStatus });
    open = await openChannel(server.url);
    await until(() => server.openStreams === 1);
  });

  test('C2 is done when initialized is never answered, and holds no socket', async () => {
    server.fail('notifications/initialized', faults.hang);
    open = await openChannel(server.url);
    await until(() => server.openStreams === 1 && server.openSockets <= 2);
    expect(await open.call('echo')).toHaveProperty('result');
  });

  test('E2 a 401 asks for a login', async () => {
    server.fail('initialize', faults.unauthorized);
    open = await startChannel(server.url);
    const error: unknown = await handshake(open).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConnectError);
    expect(classifyConnect(error, { openedBefore: true })).toMatchObject({
      kind: 'auth',
      code: 'AUTH_REQUIRED',
    });
    expect(open.losses).toEqual([]);
  });

  test.each<[Fault, string, string, string]>([
    [faults.forbidden, 'HTTP_403', 'permanent', 'transient'],
    [faults.status(404), 'HTTP_404', 'permanent', 'transient'],
    [faults.html, 'WRONG_CONTENT_TYPE', 'permanent', 'transient'],
    [faults.redirect(302, '/login'), 'REDIRECTED', 'permanent', 'transient'],
    [faults.status(500), 'HTTP_500', 'transient', 'transient'],
    [faults.brokenJson, 'NOT_JSON_RPC', 'transient', 'transient'],
    [faults.reset, 'ECONNRESET', 'transient', 'transient'],
  ])('E2 what it fails with decides about trying again (%#)', async (fault, code, first, later) => {
    server.fail('initialize', fault);
    open = await startChannel(server.url);
    const error: unknown = await handshake(open).catch((reason: unknown) => reason);
    expect(classifyConnect(error, { openedBefore: false })).toMatchObject({ kind: first, code });
    expect(classifyConnect(error, { openedBefore: true })).toMatchObject({ kind: later, code });
    expect(open.suspicions).toBe(0);
  });

  test('C5 a hint of the server goes with the failure', async () => {
    server.fail('initialize', faults.unavailable(9));
    open = await startChannel(server.url);
    const error: unknown = await handshake(open).catch((reason: unknown) => reason);
    expect(classifyConnect(error, { openedBefore: false })).toMatchObject({
      kind: 'transient',
      retryAfterMs: 9_000,
    });
  });

  test('E2 TLS towards a server without it is permanent', async () => {
    const url = new URL(server.url.href.replace('http:', 'https:'));
    open = await startChannel(url);
    const error: unknown = await handshake(open).catch((reason: unknown) => reason);
    expect(classifyConnect(error, { openedBefore: true })).toMatchObject({
      kind: 'permanent',
      code: 'ERR_SSL_WRONG_VERSION_NUMBER',
    });
  });

  test('E2 a header that cannot be sent is permanent, and its value stays secret', async () => {
    open = await startChannel(server.url, { headers: { authorization: 'Bearer sec\nret' } });
    const error: unknown = await handshake(open).catch((reason: unknown) => reason);
    const failure = classifyConnect(error, { openedBefore: true });
    expect(failure).toMatchObject({ kind: 'permanent', code: 'UND_ERR_INVALID_ARG' });
    expect(inspect(error)).not.toContain('sec');
    expect(server.counts.connections).toBe(0);
  });

  test('E2 a refused connection is transient', async () => {
    await server.refuse();
    open = await startChannel(server.url);
    expect(await faultOf(handshake(open))).toEqual({ kind: 'notSent', code: 'ECONNREFUSED' });
  });

  test.each(['ftp://127.0.0.1/mcp', 'http://user:pass@127.0.0.1/mcp'])(
    'E2 %s is refused before anything is dialled',
    async (url) => {
      await expect(startChannel(new URL(url))).rejects.toMatchObject({
        kind: 'permanent',
        code: 'BAD_URL',
        message: expect.not.stringContaining('pass@') as string,
      });
    },
  );
});

describe('L6 end', () => {
  test('S2 ends the session at the server, and leaves no socket', async () => {
    open = await openChannel(server.url);
    await until(() => server.openStreams === 1);
    const ends = await Promise.all([open.channel.end(), open.channel.end()]);
    expect(ends).toEqual([
      { killed: 0, left: [] },
      { killed: 0, left: [] },
    ]);
    expect(server.counts.deletes).toBe(1);
    expect(server.sessions.size).toBe(0);
    await until(() => server.openSockets === 0);
    expect(open.closes).toBe(1);
    expect(await open.faultOfCall('echo')).toEqual({ kind: 'notSent', code: 'CLOSED' });
  });

  test('S2 settles what runs, and waits no longer than terminateMs for the server', async () => {
    const { clock, waits } = recordingClock();
    open = await openChannel(server.url, { clock, policy: { terminateMs: 60 } });
    server.fail('DELETE', faults.hang);
    const fault = open.faultOfCall('slow', { ms: 10_000 });
    await until(() => server.counts.calls === 1);
    waits.length = 0;
    const ended = open.channel.end();
    expect(await fault).toEqual({ kind: 'cut', code: 'CLOSED' });
    await ended;
    expect(waits).toEqual([60]);
    await until(() => server.openSockets === 0);
    expect(open.suspicions).toBe(0);
  });

  test('S3 force cuts a polite end short', async () => {
    open = await openChannel(server.url, { policy: { terminateMs: 60_000 } });
    server.fail('DELETE', faults.hang);
    const polite = open.channel.end();
    await until(() => server.counts.deletes === 1);
    await open.channel.end({ force: true });
    await polite;
    await until(() => server.openSockets === 0);
  });

  test('S2 asks nothing of a server that forgot the session', async () => {
    open = await openChannel(server.url);
    server.forgetSessions();
    await open.faultOfCall('echo');
    await open.channel.end();
    expect(server.counts.deletes).toBe(0);
  });

  test('S4 leaves no timer, whatever was under way', async () => {
    const pending = new Set<unknown>();
    const clock: Clock = {
      ...systemClock,
      setTimeout: (run, delayMs) => {
        const timer = setTimeout(() => {
          pending.delete(timer);
          run();
        }, delayMs);
        return (pending.add(timer), timer);
      },
      clearTimeout: (timer) => {
        pending.delete(timer);
        clearTimeout(timer as NodeJS.Timeout);
      },
    };
    server.configure({ answers: 'sse' });
    open = await openChannel(server.url, { clock });
    await until(() => server.openStreams === 1);
    server.fail('GET', faults.status(503));
    server.dropListenStreams();
    server.fail('tools/call:effect', faults.cut({ eventIds: true, retryMs: 60_000 }), 1);
    server.fail('notifications/cancelled', faults.hang);
    await open.call('echo');
    const unsettled = [
      faultOf(open.call('effect')),
      faultOf(open.call('slow', { ms: 10_000 })),
      faultOf(open.channel.send({ jsonrpc: '2.0', method: 'notifications/cancelled' })),
    ];
    await until(() => server.counts.cancels === 1 && server.counts.effects === 1);
    expect(pending.size).toBeGreaterThan(1);
    await open.channel.end();
    expect(pending.size).toBe(0);
    const codes = (await Promise.all(unsettled)).map((fault) => 'code' in fault && fault.code);
    expect(codes).toEqual(['CLOSED', 'CLOSED', 'CLOSED']);
    await until(() => server.openSockets === 0);
  });

  test('S4 ends a connection that is still being made', async () => {
    let sockets = 0;
    const silent = createServer((socket) => {
      sockets += 1;
      socket.on('error', () => undefined).resume();
      socket.on('close', () => (sockets -= 1));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    open = await startChannel(new URL(`https://127.0.0.1:${port}/mcp`));
    const fault = faultOf(open.ask('initialize'));
    await until(() => sockets === 1);
    await open.channel.end();
    expect(await fault).toEqual({ kind: 'notSent', code: 'CLOSED' });
    await until(() => sockets === 0);
    await new Promise((resolve) => silent.close(resolve));
  });
});
