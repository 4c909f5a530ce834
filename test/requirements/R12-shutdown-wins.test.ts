import { expect, it, onTestFinished } from 'vitest';
import { until } from '../link/processes.ts';
import { createCountingClock } from './counting-clock.ts';
import { codeOf, NAME, overEachTransport, stable, stage, type Stage } from './stage.ts';

/** Every wait is longer than the test may take: only the shutdown itself can end it. */
const policy = {
  baseDelayMs: 60_000,
  maxDelayMs: 60_000,
  reconnectRetries: 1,
  eagerDials: 0,
  graceMs: 60_000,
  wakeSpacingMs: 60_000,
  maxSpawns: 1,
  maxDials: 1,
};

/** What shutting down may take: a drain, a stop ladder, and a busy machine. */
const BOUND_MS = 10_000;

/** Brings the server somewhere; what it returns has to settle all the same. */
type Lead = (staged: Stage) => Promise<Promise<unknown>[]>;

const hangingCall = async ({ supervisor, peer }: Stage) => {
  const before = peer.calls;
  const { tool, args } = peer.hangingCall;
  const call = codeOf(supervisor.callTool(NAME, tool, args));
  await until(() => peer.calls > before, 'the call has reached the server');
  return [call];
};

const beReady = async (staged: Stage) => {
  await staged.supervisor.start();
  await stable(staged);
};

const places: readonly [place: string, state: string, lead: Lead][] = [
  ['before its start', 'connecting', async () => []],
  [
    'connecting, inside an attempt',
    'connecting',
    async ({ supervisor, peer }) => {
      peer.greet('hang');
      const started = supervisor.start();
      await until(() => peer.handshakes.length === 1, 'the handshake has been asked for');
      return [started, codeOf(supervisor.callTool(NAME, 'echo', { text: '' }))];
    },
  ],
  [
    "connecting, in the start gate's queue",
    'connecting',
    async ({ supervisor, peer, status }) => {
      peer.greet('hang');
      supervisor.add('behind', peer.entry);
      const started = supervisor.start();
      await until(() => peer.handshakes.length === 1, 'the first one is dialled');
      expect(status('behind').attempt).toBe('queued');
      return [started, codeOf(supervisor.callTool('behind', 'echo', { text: '' }))];
    },
  ],
  [
    'connecting, in a backoff',
    'connecting',
    async ({ supervisor, peer, told }) => {
      peer.greet('fail');
      const started = supervisor.start();
      await until(() => told('server.waiting').length === 1, 'it waits');
      return [started, codeOf(supervisor.callTool(NAME, 'echo', { text: '' }))];
    },
  ],
  ['ready', 'ready', async (staged) => (await beReady(staged), [])],
  [
    'ready, with a call under way',
    'ready',
    async (staged) => (await beReady(staged), hangingCall(staged)),
  ],
  [
    'ready, in the drain before a rebuild',
    'ready',
    async (staged) => {
      await beReady(staged);
      const calls: Promise<unknown>[] = await hangingCall(staged);
      return [...calls, staged.supervisor.retry(NAME)];
    },
  ],
  [
    'reconnecting, inside an attempt',
    'reconnecting',
    async (staged) => {
      await beReady(staged);
      staged.peer.greet('hang');
      await staged.peer.drop();
      await until(() => staged.peer.handshakes.length === 2, 'it is asked for a new session');
      return [codeOf(staged.supervisor.callTool(NAME, 'echo', { text: '' }))];
    },
  ],
  [
    'reconnecting, in a backoff',
    'reconnecting',
    async (staged) => {
      await beReady(staged);
      await staged.peer.goDown();
      await until(() => staged.told('server.waiting').length === 1, 'it waits');
      return [codeOf(staged.supervisor.callTool(NAME, 'echo', { text: '' }))];
    },
  ],
  [
    'parked',
    'parked',
    async ({ supervisor, peer }) => {
      supervisor.replace(NAME, { ...peer.entry, policy: { initialRetries: 0 } });
      peer.greet('fail');
      await supervisor.start();
      const waiting = { waitForReadyMs: 600_000 };
      return [codeOf(supervisor.callTool(NAME, 'echo', { text: '' }, waiting))];
    },
  ],
  [
    'parked, inside a probe',
    'parked',
    async ({ supervisor, peer }) => {
      supervisor.replace(NAME, { ...peer.entry, policy: { initialRetries: 0 } });
      peer.greet('fail');
      await supervisor.start();
      peer.greet('hang');
      const before = peer.handshakes.length;
      const retried = supervisor.retry(NAME);
      await until(() => peer.handshakes.length > before, 'the probe has reached the server');
      return [retried];
    },
  ],
];

overEachTransport((transport) => {
  it.each(places)('R12 S1 S4 shutdown wins %s, and leaves nothing', async (_, state, lead) => {
    const clock = createCountingClock();
    const staged = await stage(transport, { policy, clock }, onTestFinished);
    const { supervisor, story, peer, status } = staged;
    const unsettled = await lead(staged);
    expect(status().state).toBe(state);

    const report = await supervisor.stop();
    expect(report.tookMs).toBeLessThan(BOUND_MS);
    expect(report.left).toBe(0);
    expect(status()).toMatchObject({ state: 'shutdown', inFlight: 0, queued: 0, tools: 0 });
    await settled(unsettled);
    expect(clock.pending).toBe(0);
    await until(() => peer.leftovers() === 0, 'no process and no socket is left');

    const told = story.length;
    const handshakes = peer.handshakes.length;
    expect(await supervisor.retry(NAME)).toEqual({ heard: false, outcome: 'shutDown' });
    expect(await codeOf(supervisor.callTool(NAME, 'echo', { text: '' }))).toBe('SERVER_SHUT_DOWN');
    expect((await supervisor.stop()).left).toBe(0);
    expect(story).toHaveLength(told);
    expect(peer.handshakes).toHaveLength(handshakes);
    expect(clock.pending).toBe(0);
  });

  it('R12 S2 a running call may end within the drain, and one that waits is refused', async () => {
    const staged = await stage(transport, { policy: { maxConcurrentCalls: 1, drainMs: 5_000 } });
    const { supervisor, peer } = staged;
    if ('server' in peer) (peer.server as { heal(where: string): void }).heal('tools/call:slow');
    await supervisor.start();
    const running = supervisor.callTool(NAME, 'slow', { ms: 200 });
    const waiting = codeOf(supervisor.callTool(NAME, 'echo', { text: '' }));
    await until(() => peer.calls === 1, 'the call has reached the server');
    const stopped = supervisor.stop();
    expect(await waiting).toBe('SERVER_SHUT_DOWN');
    expect((await running).content).toHaveLength(1);
    expect(await stopped).toMatchObject({ killed: 0, left: 0 });
  });
});

/** Whatever was asked for has an end. */
async function settled(promises: Promise<unknown>[]): Promise<void> {
  let open = promises.length;
  for (const promise of promises) void Promise.allSettled([promise]).then(() => (open -= 1));
  await until(() => open === 0, 'everything that was asked for has settled', 500);
}
