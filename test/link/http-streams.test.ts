import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { startFaultServer, type FaultServer } from '../fixtures/http/fault-server.mjs';
import { faults } from '../fixtures/http/faults.mjs';
import { faultOf, openChannel, startChannel, until, type OpenChannel } from './http-peer.ts';
import { recordingClock } from './recording-clock.ts';

const SPEED = 20;

/** The real clock, twenty times as fast, so that a minute of reopening takes three seconds. */
const fastClock: Clock = {
  now: () => performance.now() * SPEED,
  setTimeout: (run, delayMs) => setTimeout(run, delayMs / SPEED),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

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

const gets = () => server.requests.filter(({ method }) => method === 'GET');
const cursors = () => gets().map(({ headers }) => headers['last-event-id']);
const heard = (method: string) =>
  open?.messages.filter((message) => message['method'] === method).length ?? 0;

describe('L6 an answer stream that ends before its answer', () => {
  test.each(['polite', 'reset'] as const)('is resumed if it gave an id (%s)', async (how) => {
    server.configure({ listenStream: false });
    open = await openChannel(server.url, { clock: fastClock });
    server.fail('tools/call', faults.cut({ eventIds: true, how, retryMs: 500 }), 1);
    expect(await open.call('effect')).toHaveProperty('result.content');
    expect(server.counts.effects).toBe(1);
    expect(cursors()).toEqual([undefined, expect.stringMatching(/^\d+-0$/)]);
    expect(open.losses).toEqual([]);
  });

  test('is resumed after the time the server asks for', async () => {
    const { clock, waits } = recordingClock();
    open = await openChannel(server.url, { clock });
    await until(() => server.openStreams === 1);
    server.fail('tools/call', faults.cut({ eventIds: true, retryMs: 300 }), 1);
    await open.call('effect');
    expect(waits).toContain(300);
    const [post, get] = server.requests.slice(-2);
    expect((get?.at ?? 0) - (post?.at ?? 0)).toBeGreaterThan(250);
  });

  test('keeps its cursor over further cuts', async () => {
    server.configure({ listenStream: false });
    open = await openChannel(server.url, { clock: fastClock });
    server.fail('tools/call', faults.cut({ eventIds: true }), 1);
    await until(() => server.counts.gets === 1);
    server.fail('GET', faults.cut(), 2);
    await open.call('effect');
    const [, first, ...later] = cursors();
    expect(first).toBeDefined();
    expect(later).toEqual([first, first]);
  });

  test('settles its call at once if it gave none', async () => {
    open = await openChannel(server.url);
    server.fail('tools/call', faults.cut(), 1);
    expect(await open.faultOfCall('effect')).toEqual({ kind: 'cut', code: 'STREAM_ENDED' });
    expect(open.suspicions).toBe(0);
  });

  test('K6 is unknown, not refused, when the session is gone on resumption', async () => {
    open = await openChannel(server.url, { clock: fastClock });
    server.fail('tools/call', faults.cut({ eventIds: true }), 1);
    const fault = open.faultOfCall('effect');
    await until(() => server.counts.effects === 1);
    server.fail('GET', faults.sessionNotFound);
    expect(await fault).toEqual({ kind: 'cut', code: 'SESSION_EXPIRED' });
    expect(open.losses).toMatchObject([{ kind: 'sessionExpired' }]);
  });

  test('L6 f is not resumed any more for a call that was given up', async () => {
    server.configure({ listenStream: false });
    open = await openChannel(server.url, { clock: fastClock });
    server.fail('tools/call', faults.cut({ eventIds: true }), 1);
    server.fail('GET', faults.cut());
    const fault = open.faultOfCall('effect');
    await until(() => server.counts.gets >= 3);
    open.channel.abandon(2);
    expect(await fault).toEqual({ kind: 'cut', code: 'ABANDONED' });
    const before = server.counts.gets;
    await open.call('slow', { ms: 200 });
    expect(server.counts.gets).toBeLessThanOrEqual(before + 1);
  });

  test('with a JSON-RPC error is answered, and asks for nothing more', async () => {
    server.configure({ answers: 'sse', eventIds: true, retryMs: 0, listenStream: false });
    open = await openChannel(server.url, { clock: fastClock });
    await until(() => server.counts.gets === 1);
    expect(await open.call('nonsense')).toHaveProperty('error');
    await open.call('slow', { ms: 100 });
    expect(server.counts.gets).toBe(1);
  });

  test('is a cut when the server dies in the middle of it', async () => {
    const dying = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n' +
            'transfer-encoding: chunked\r\n\r\n9\r\ndata: {"\n\r\n',
        ),
      );
    });
    await new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve));
    const { port } = dying.address() as AddressInfo;
    open = await startChannel(new URL(`http://127.0.0.1:${port}/mcp`));
    expect(await faultOf(open.ask('initialize'))).toMatchObject({ kind: 'cut' });
    await new Promise((resolve) => dying.close(resolve));
  });
});

describe('L6 d the listen stream', () => {
  test('is reopened after its end, and brings what was missed', async () => {
    server.configure({ eventIds: true });
    open = await openChannel(server.url, { clock: fastClock });
    await until(() => server.openStreams === 1);
    server.push({ method: 'notifications/one' });
    await until(() => heard('notifications/one') === 1);
    server.dropListenStreams();
    server.push({ method: 'notifications/two' });
    await until(() => heard('notifications/two') === 1);
    expect(heard('notifications/one')).toBe(1);
    expect(cursors()).toEqual([undefined, '1-1']);
    expect(open.suspicions).toBe(0);
  });

  test('is reopened at most once a second on average, whatever the server wishes', async () => {
    server.fail('GET', faults.cut({ retryMs: 0 }));
    open = await openChannel(server.url, { clock: fastClock });
    await until(() => server.counts.gets >= 10);
    const times = gets().map(({ at }) => at * SPEED);
    const spanMs = (times.at(-1) ?? 0) - (times[0] ?? 0);
    // Ten GETs: a burst of three, then seven at their pace.
    expect(spanMs).toBeGreaterThan(6_000);
    for (const [index, at] of times.slice(1).entries())
      expect(at - (times[index] ?? 0)).toBeGreaterThan(200);
  });

  test('L6 b makes the server suspect when it breaks, and is reopened', async () => {
    open = await openChannel(server.url, { clock: fastClock });
    await until(() => server.openStreams === 1);
    server.dropListenStreams('reset');
    await until(() => open?.suspicions === 1);
    await until(() => server.openStreams === 1);
    expect(open.losses).toEqual([]);
  });

  test.each([409, 500, 503])('L6 b makes it suspect after three %ds in a row', async (status) => {
    server.fail('GET', faults.status(status), 3);
    open = await openChannel(server.url, { clock: fastClock });
    await until(() => server.counts.gets === 3);
    await until(() => server.openStreams === 1);
    expect(open.suspicions).toBe(1);
    expect(open.losses).toEqual([]);
  });

  test('is not asked for again after a 405', async () => {
    server.configure({ listenStream: false });
    open = await openChannel(server.url, { clock: fastClock });
    await until(() => server.counts.gets === 1);
    await open.call('slow', { ms: 200 });
    expect(server.counts.gets).toBe(1);
    expect(open.notices).toEqual([]);
  });

  test('that a server answers with nonsense is noted and left alone', async () => {
    server.fail('GET', faults.html);
    open = await openChannel(server.url, { clock: fastClock });
    await until(() => open?.notices.length === 1);
    await open.call('slow', { ms: 200 });
    expect(server.counts.gets).toBe(1);
    expect(open.notices).toEqual(['There is no listen stream (HTTP 200).']);
  });

  test.each([
    [faults.sessionNotFound, 'sessionExpired'],
    [faults.badSession, 'sessionExpired'],
    [faults.unauthorized, 'auth'],
  ] as const)('L6 a, c tells when the session is lost (%#)', async (fault, kind) => {
    open = await openChannel(server.url, { clock: fastClock });
    await until(() => server.openStreams === 1);
    server.fail('GET', fault);
    server.dropListenStreams();
    await until(() => open?.losses.length === 1);
    expect(open.losses).toMatchObject([{ kind }]);
  });

  test('L6 b tells of a server that went away while nobody asked it anything', async () => {
    open = await openChannel(server.url);
    await until(() => server.openStreams === 1);
    await server.refuse();
    await until(() => (open?.suspicions ?? 0) > 0, 250);
  });
});
