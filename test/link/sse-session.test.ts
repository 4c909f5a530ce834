import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock, type Clock } from '../../src/clock.ts';
import { ConnectError } from '../../src/link/channel.ts';
import { classifyConnect } from '../../src/link/http/answers/classify.ts';
import { faults, type Fault } from '../fixtures/http/faults.mjs';
import { startSseFaultServer, type SseFaultServer } from '../fixtures/http/sse-fault-server.mjs';
import { faultOf, until, type OpenChannel } from './http-peer.ts';
import { makeSseChannel, openSseChannel } from './sse-peer.ts';

let server: SseFaultServer;
let open: OpenChannel | undefined;

beforeEach(async () => {
  server = await startSseFaultServer();
});

afterEach(async () => {
  await open?.channel.end({ force: true });
  open = undefined;
  await server.close();
});

/** What a start rejects with. */
async function failureOf(starting: Promise<void>): Promise<Error> {
  const error: unknown = await starting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof Error) return error;
  throw new Error('It did start.');
}

describe('L7 the start', () => {
  test('asks for a stream and waits for its endpoint', async () => {
    open = makeSseChannel(server.url, { headers: { 'x-team': 'blue', Accept: 'text/html' } });
    await open.channel.start();
    const [first] = server.requests;
    expect(first).toMatchObject({ method: 'GET', path: '/sse' });
    expect(first?.headers).toMatchObject({ accept: 'text/event-stream', 'x-team': 'blue' });
    expect(open.channel.sessionId).toBeUndefined();
    expect(open.channel.facts()).toEqual({ origin: server.origin, transport: 'sse' });
  });

  test.each([
    ['its own path', () => '/message?sessionId=none'],
    ['a relative one', () => 'message?sessionId=none'],
    ['its own full address', () => `${server.origin}/message?sessionId=none`],
  ])('posts to an endpoint that is %s', async (_, endpoint) => {
    server.configure({ endpoint: endpoint() });
    open = makeSseChannel(server.url);
    await open.channel.start();
    await faultOf(open.ask('ping'));
    expect(server.requests.at(-1)?.path).toBe('/message?sessionId=none');
  });

  test.each([
    ['another port', 'http://127.0.0.1:1/message'],
    ['another host', '//other.example/message'],
    ['another scheme', 'https://127.0.0.1/message'],
    ['no address', 'http://'],
    ['a login in it', 'login'],
  ])('refuses an endpoint with %s for good', async (_, endpoint) => {
    const withLogin = server.origin.replace('//', '//user:word@');
    server.configure({ endpoint: endpoint === 'login' ? withLogin : endpoint });
    open = makeSseChannel(server.url);
    const error = await failureOf(open.channel.start());
    expect(error).toBeInstanceOf(ConnectError);
    expect(classifyConnect(error, { openedBefore: true })).toMatchObject({
      kind: 'permanent',
      code: 'FOREIGN_ENDPOINT',
    });
    expect(error.message).not.toContain('word');
    await until(() => server.openStreams === 0);
    expect(server.counts.posts).toBe(0);
  });

  const refusals: [Fault, code: string, first: string, later: string][] = [
    [faults.unauthorized, 'AUTH_REQUIRED', 'auth', 'auth'],
    [faults.forbidden, 'HTTP_403', 'permanent', 'transient'],
    [faults.status(404), 'HTTP_404', 'permanent', 'transient'],
    [faults.status(405), 'HTTP_405', 'transient', 'transient'],
    [faults.html, 'WRONG_CONTENT_TYPE', 'permanent', 'transient'],
    [faults.status(204), 'WRONG_CONTENT_TYPE', 'permanent', 'transient'],
    [faults.unavailable(3), 'HTTP_503', 'transient', 'transient'],
    [faults.reset, 'ECONNRESET', 'transient', 'transient'],
    [faults.cut(), 'STREAM_ENDED', 'transient', 'transient'],
  ];
  test.each(refusals)('E2 is classified when refused (%#)', async (fault, code, first, later) => {
    server.fail('GET', fault);
    open = makeSseChannel(server.url);
    const error = await failureOf(open.channel.start());
    expect(classifyConnect(error, { openedBefore: false })).toMatchObject({ code, kind: first });
    expect(classifyConnect(error, { openedBefore: true })).toMatchObject({ code, kind: later });
    expect(open.losses).toEqual([]);
  });

  test('E2 a server that does not listen is a matter of the network', async () => {
    await server.refuse();
    open = makeSseChannel(server.url);
    const error = await failureOf(open.channel.start());
    expect(classifyConnect(error, { openedBefore: false })).toMatchObject({
      kind: 'transient',
      code: 'ECONNREFUSED',
    });
  });

  test('C2 waits as long as its owner does, also for an endpoint that never comes', async () => {
    server.configure({ endpoint: false });
    open = makeSseChannel(server.url);
    const starting = faultOf(open.channel.start());
    await until(() => server.openStreams === 1);
    await open.channel.end();
    expect(await starting).toEqual({ kind: 'cut', code: 'CLOSED' });
    await until(() => server.openSockets === 0);
  });

  test('C2 waits as long as its owner does, also for a head that never comes', async () => {
    server.fail('GET', faults.hang);
    open = makeSseChannel(server.url);
    const starting = faultOf(open.channel.start());
    await until(() => server.counts.gets === 1);
    await open.channel.end();
    expect(await starting).toEqual({ kind: 'cut', code: 'CLOSED' });
    await until(() => server.openSockets === 0);
  });

  test('a login that is renewed at the stream counts for the messages as well', async () => {
    let token = 'old';
    const authorization = {
      headers: () => Promise.resolve({ authorization: `Bearer ${token}` }),
      renew: () => {
        token = 'new';
        return Promise.resolve(true);
      },
    };
    server.fail('GET', faults.unauthorized, 1);
    open = await openSseChannel(server.url, { authorization });
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer new');
    expect(server.counts.gets).toBe(2);
  });
});

describe('L7 any drop of the stream is a loss', () => {
  beforeEach(async () => {
    open = await openSseChannel(server.url);
  });

  test.each(['polite', 'reset'] as const)(
    'also a %s one, and it is not opened again',
    async (how) => {
      server.dropStreams(how);
      await until(() => open?.losses.length === 1);
      expect(open?.losses).toMatchObject([{ kind: 'lost', code: 'STREAM_ENDED' }]);
      expect(await open?.faultOfCall('effect')).toEqual({ kind: 'notSent', code: 'CLOSED' });
      expect(server.counts).toMatchObject({ gets: 1, effects: 0 });
    },
  );

  test('K8 and nobody waits on for an answer', async () => {
    server.fail('tools/call:slow', faults.hang);
    const never = open?.faultOfCall('slow');
    const accepted = open?.faultOfCall('echo');
    server.configure({ silent: true });
    await until(() => server.counts.calls === 2);
    server.dropStreams('reset');
    expect(await never).toEqual({ kind: 'cut', code: 'STREAM_ENDED' });
    expect(await accepted).toEqual({ kind: 'cut', code: 'STREAM_ENDED' });
    await open?.channel.quiet();
  });

  test('and so is a second endpoint, which means another session', async () => {
    const same = server.requests.at(-1)?.path ?? '';
    server.write(`event: endpoint\ndata: ${same}\n\n`);
    expect(await open?.call('echo')).toHaveProperty('result');
    server.write('event: endpoint\ndata: /message?sessionId=other\n\n');
    await until(() => open?.losses.length === 1);
    expect(open?.losses).toMatchObject([{ kind: 'lost', code: 'STREAM_ENDED' }]);
  });

  test('E5 and so is an event without end', async () => {
    server.write(`data: ${'x'.repeat(17 * 1024 * 1024)}`);
    await until(() => open?.losses.length === 1);
    expect(open?.losses).toMatchObject([{ kind: 'lost', code: 'EVENT_TOO_LARGE' }]);
    await until(() => server.openStreams === 0);
  });

  test('but what is not JSON-RPC costs only itself, and is noted once', async () => {
    server.write(
      'data: hello\n\ndata: {"jsonrpc":"1.0"}\n\nevent: other\ndata: {}\n\n: nothing\n\n',
    );
    expect(await open?.call('echo')).toHaveProperty('result');
    expect(open?.notices).toHaveLength(1);
    expect(open?.losses).toEqual([]);
  });
});

describe('S4 the end', () => {
  test('leaves no socket, no timer and no promise', async () => {
    const clock = countingClock();
    open = await openSseChannel(server.url, { clock });
    server.fail('tools/call:slow', faults.hang);
    const fault = open.faultOfCall('slow');
    await until(() => server.counts.calls === 1);
    expect(await open.channel.end()).toEqual({ killed: 0, left: [] });
    expect(await fault).toEqual({ kind: 'cut', code: 'CLOSED' });
    expect(clock.pending()).toBe(0);
    expect(open.closes).toBe(1);
    expect(open.losses).toEqual([]);
    await until(() => server.openSockets === 0);
    expect(await open.faultOfCall('echo')).toEqual({ kind: 'notSent', code: 'CLOSED' });
  });

  test('can come before the start and again and again', async () => {
    open = makeSseChannel(server.url);
    await open.channel.end();
    await open.channel.end({ force: true });
    expect(await faultOf(open.channel.start())).toEqual({ kind: 'notSent', code: 'CLOSED' });
    expect(server.counts.gets).toBe(0);
    expect(open.closes).toBe(1);
  });
});

test('L9 no secret is in what a channel tells of itself', async () => {
  open = await openSseChannel(server.url, { headers: { authorization: 'Bearer secret' } });
  server.dropStreams();
  await until(() => open?.losses.length === 1);
  const told = inspect([open.losses, open.channel.facts(), await open.faultOfCall('echo')]);
  expect(told).not.toContain('secret');
  expect(told).not.toContain('sessionId');
});

/** The real clock, and how many of its timers are pending. */
function countingClock(): Clock & { pending(): number } {
  const timers = new Set<unknown>();
  return {
    ...systemClock,
    setTimeout: (run, delayMs) => {
      const timer = systemClock.setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer) => {
      timers.delete(timer);
      systemClock.clearTimeout(timer);
    },
    pending: () => timers.size,
  };
}
