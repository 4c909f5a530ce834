import { expect, it, onTestFinished } from 'vitest';
import { createSupervisor, type Clock, type SupervisorOptions } from '../../src/index.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';
import { createPeers, readyForDialling } from '../../src/testing/world/scripted-peers.ts';
import { forever, http, stdio } from './stage.ts';

await readyForDialling();

/** How the machine's sleep shows: the monotonic clock goes on, or only the wall's does. */
const kinds = ['monotonic', 'wall'] as const;

/** A step clock under which the machine can sleep, and a fleet on it. */
function sleepy(kind: (typeof kinds)[number], options: SupervisorOptions) {
  const inner = createStepClock();
  let sleptMs = 0;
  const clock: Clock = {
    now: () => inner.now() + (kind === 'monotonic' ? sleptMs : 0),
    wall: () => inner.now() + sleptMs,
    setTimeout: (run, delayMs) => inner.setTimeout(run, delayMs),
    clearTimeout: (timer) => inner.clearTimeout(timer),
  };
  const peers = createPeers();
  const supervisor = createSupervisor({ random: () => 0, ...options, clock, link: peers.open });
  const causes: string[] = [];
  supervisor.on('server.attempting', ({ server, cause }) => causes.push(`${server} ${cause}`));
  const pass = (durationMs: number) => inner.advanceSettled(durationMs);
  onTestFinished(async () => {
    const stopped = Promise.all([supervisor.stop(), supervisor.stop()]);
    await pass(20_000);
    await stopped;
  });
  return { supervisor, peers, causes, pass, sleep: (ms: number) => (sleptMs += ms) };
}

it.each(kinds)(
  'F3 after sleep a waiting server dials at once, uncharged (%s clock)',
  async (kind) => {
    const { supervisor, peers, causes, pass, sleep } = sleepy(kind, {
      servers: { s1: stdio },
      policy: { baseDelayMs: 50_000, initialRetries: 1 },
    });
    peers.behaviour('s1').start = () => Promise.reject(new Error('refused'));
    void supervisor.start();
    await pass(49_000);
    sleep(40_000);
    await pass(1_000);
    expect(causes).toEqual(['s1 ladder', 's1 wake']);
    expect(supervisor.status('s1')).toMatchObject({ state: 'connecting', retriesLeft: 0 });
    expect(supervisor.timeline('s1').at(-2)?.detail).toContain('not charged');
  },
);

it.each(kinds)(
  'F3 one sleep is one wake, however many timers were late (%s clock)',
  async (kind) => {
    const names = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8', 's9'];
    const { supervisor, peers, pass, sleep } = sleepy(kind, {
      servers: Object.fromEntries(names.map((name) => [name, http])),
      policy: { stableAfterMs: 30_000, pingTimeoutMs: 1_000, suspectPingMs: 1_000 },
    });
    const started = supervisor.start();
    await pass(29_000);
    await started;
    const before = names.map((name) => peers.last(name).count('ping'));
    sleep(31_000 + 60_000);
    await pass(1_500);
    // C9: a ready server is asked once whether it still is.
    expect(names.map((name) => peers.last(name).count('ping') - (before.shift() ?? 0))).toEqual(
      names.map(() => 1),
    );
  },
);

it.each(kinds)(
  'F3 C9 a deadline is armed anew, and the late one does not run (%s clock)',
  async (kind) => {
    const { supervisor, peers, causes, pass, sleep } = sleepy(kind, {
      servers: { s1: stdio },
      policy: { startSlotMs: 5_000, firstConnectTimeoutMs: 60_000 },
    });
    peers.behaviour('s1').start = forever;
    void supervisor.start();
    await pass(59_000);
    sleep(3_600_000);
    await pass(59_000);
    expect(supervisor.status('s1')).toMatchObject({ attempt: 'running' });
    expect(supervisor.status('s1').lastError).toBeUndefined();
    await pass(2_000);
    expect(supervisor.status('s1').lastError?.code).toBe('CONNECT_TIMEOUT');
    expect(causes).toEqual(['s1 ladder']);
  },
);

it('F3 after sleep a parked server tries at once', async () => {
  const { supervisor, peers, causes, pass, sleep } = sleepy('wall', {
    servers: { s1: stdio, s2: stdio },
    policy: { initialRetries: 0 },
  });
  const { start } = peers.behaviour('s1');
  peers.behaviour('s1').start = () => Promise.reject(new Error('refused'));
  void supervisor.start();
  await pass(10_000);
  expect(supervisor.status('s1').state).toBe('parked');
  peers.behaviour('s1').start = start;
  sleep(31_000);
  // Any timer of the fleet notices.
  await pass(60_000);
  expect(supervisor.status('s1').state).toBe('ready');
  expect(causes).toEqual(['s1 ladder', 's2 ladder', 's1 wake']);
});

it('F3 a loss that is read first after sleep, and calls off all that is late, does not hide it', async () => {
  const { supervisor, peers, causes, pass, sleep } = sleepy('monotonic', {
    servers: { s1: stdio },
    policy: { baseDelayMs: 50_000 },
  });
  void supervisor.start();
  await pass(5_000);
  sleep(90_000);
  peers.last('s1').lose();
  await pass(1_000);
  expect(causes).toEqual(['s1 ladder', 's1 wake']);
});

it('F3 a busy machine is no sleeping one: 30 s late is not yet a sleep', async () => {
  const { supervisor, peers, causes, pass, sleep } = sleepy('monotonic', {
    servers: { s1: stdio },
    policy: { baseDelayMs: 50_000 },
  });
  peers.behaviour('s1').start = () => Promise.reject(new Error('refused'));
  void supervisor.start();
  await pass(49_000);
  sleep(29_000);
  await pass(1_000);
  expect(causes).toEqual(['s1 ladder', 's1 ladder']);
});
