import { describe, expect, it } from 'vitest';
import type { ServerEntry, Supervisor } from '../../src/index.ts';
import { forever, http, stage, stdio } from './stage.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `s${index + 1}`);
const fleetOf = (count: number, entry: ServerEntry) =>
  Object.fromEntries(names(count).map((name) => [name, entry]));

describe('the start gate', () => {
  it.each([
    ['3 stdio servers start', stdio, 3],
    ['8 HTTP servers are dialled', http, 8],
  ])('F2 at most %s at once', async (_, entry, places) => {
    const { supervisor, peers, pass } = stage(fleetOf(10, entry));
    for (const name of names(10)) peers.behaviour(name).start = forever;
    void supervisor.start();
    await pass();
    expect(peers.channels).toHaveLength(places);
    expect(supervisor.status(`s${places}`).attempt).toBe('running');
    expect(supervisor.status(`s${places + 1}`).attempt).toBe('queued');
    // F2: startSlotMs frees the places of those that hang.
    await pass(4_999);
    expect(peers.channels).toHaveLength(places);
    await pass(1);
    expect(peers.channels).toHaveLength(Math.min(10, 2 * places));
  });

  it('F2 a place is free again when its session opens and when its attempt fails', async () => {
    const { supervisor, peers, pass } = stage(fleetOf(5, stdio));
    const { start } = peers.behaviour('s1');
    for (const name of names(5)) peers.behaviour(name).start = forever;
    let refuse: (error: Error) => void = () => undefined;
    peers.behaviour('s1').start = start;
    peers.behaviour('s2').start = () => new Promise((_, reject) => (refuse = reject));
    void supervisor.start();
    await pass();
    expect(peers.channels.map(({ server }) => server)).toEqual(['s1', 's2', 's3', 's4']);
    refuse(new Error('no'));
    await pass();
    expect(peers.channels.map(({ server }) => server)).toEqual(['s1', 's2', 's3', 's4', 's5']);
  });

  it('F2 a place is free again when the server that holds it is stopped', async () => {
    const { supervisor, peers, pass } = stage(fleetOf(4, stdio));
    for (const name of names(4)) peers.behaviour(name).start = forever;
    void supervisor.start();
    await pass();
    void supervisor.stop('s2');
    await pass();
    expect(peers.channels.map(({ server }) => server)).toEqual(['s1', 's2', 's3', 's4']);
  });

  it('F2 servers with waiting callers go first', async () => {
    const { supervisor, peers, pass } = stage(fleetOf(6, stdio));
    for (const name of names(6)) peers.behaviour(name).start = forever;
    void supervisor.start();
    void supervisor.callTool('s6', 'echo').catch(() => undefined);
    await pass(5_000);
    expect(peers.channels.map(({ server }) => server).slice(3, 4)).toEqual(['s6']);
  });

  it('F2 C2 the deadline of an attempt is off while it waits for its turn', async () => {
    const { supervisor, peers, pass } = stage(fleetOf(2, stdio), {
      policy: { maxSpawns: 1, startSlotMs: 100_000, firstConnectTimeoutMs: 50_000 },
    });
    for (const name of names(2)) peers.behaviour(name).start = forever;
    void supervisor.start();
    await pass(50_000);
    expect(supervisor.timeline('s1').at(-2)?.detail).toContain('CONNECT_TIMEOUT');
    // The second one had its turn only now, and its whole time with it.
    expect(supervisor.status('s2')).toMatchObject({ attempt: 'running', attempts: 1 });
    await pass(49_999);
    expect(supervisor.status('s2').lastError).toBeUndefined();
    await pass(1);
    expect(supervisor.status('s2').lastError?.code).toBe('CONNECT_TIMEOUT');
  });

  it.each<[string, (channel: { lose(): void }) => void]>([
    ['dies as soon as it is up', (channel) => channel.lose()],
    ['is rebuilt on request all the time', () => undefined],
  ])('F2 no stdio server starts more than 140 times in any hour, if it %s', async (_, spoil) => {
    const policy = { flapBudget: 1_000_000, baseDelayMs: 0, maxDelayMs: 0, stableAfterMs: 10 };
    const { supervisor, peers, clock, pass } = stage({ s1: stdio }, { policy });
    const starts: number[] = [];
    const behaviour = peers.behaviour('s1');
    behaviour.start = () => {
      starts.push(clock.now());
      return Promise.resolve();
    };
    supervisor.on('server.state', ({ state }) => {
      if (state !== 'ready') return;
      spoil(peers.last('s1'));
      void supervisor.retry('s1');
    });
    void supervisor.start();
    await pass(2 * 3_600_000);
    const worst = starts.map((at) => starts.filter((t) => t >= at && t < at + 3_600_000).length);
    expect(Math.max(...worst)).toBeLessThanOrEqual(140);
    expect(starts.length).toBeGreaterThan(250);
  });

  it('F2 HTTP servers have a burst of 60 and 600 an hour', async () => {
    const policy = { baseDelayMs: 0, maxDelayMs: 0, reconnectRetries: 1_000_000 };
    const { supervisor, peers, pass } = stage(
      { s1: http },
      { policy: { ...policy, initialRetries: 1e6 } },
    );
    peers.behaviour('s1').start = () => Promise.reject(new Error('refused'));
    void supervisor.start();
    await pass(1_000);
    expect(peers.channels).toHaveLength(60);
    await pass(3_600_000);
    expect(peers.channels.length).toBeGreaterThanOrEqual(659);
    expect(peers.channels.length).toBeLessThanOrEqual(661);
  });

  const slow = { startBurst: 1, startsPerHour: 1, baseDelayMs: 0, maxDelayMs: 0 };
  it.each<[string, (supervisor: Supervisor) => void]>([
    ['the fleet', (supervisor) => supervisor.configure({ ...slow, startsPerHour: 3_600 })],
    [
      'its entry',
      (supervisor) => supervisor.replace('s1', { ...stdio, policy: { startsPerHour: 3_600 } }),
    ],
  ])(
    'F2 F4 a server that waits for its rate learns at once of a higher one for %s',
    async (_, raise) => {
      const policy = { startBurst: 1, startsPerHour: 1, baseDelayMs: 0, maxDelayMs: 0 };
      const { supervisor, peers, pass } = stage({ s1: stdio }, { policy });
      peers.behaviour('s1').start = () => Promise.reject(new Error('refused'));
      void supervisor.start();
      await pass(60_000);
      expect(peers.channels).toHaveLength(1);
      raise(supervisor);
      await pass(1_000);
      expect(peers.channels).toHaveLength(2);
    },
  );

  it('F1 one sick server never changes the timing of another', async () => {
    const startsOf = async (servers: Record<string, ServerEntry>) => {
      const { supervisor, peers, clock, pass } = stage(servers);
      const starts: number[] = [];
      peers.behaviour('sick').start = () => Promise.reject(new Error('refused'));
      peers.behaviour('s1').start = () => {
        starts.push(clock.now());
        return Promise.reject(new Error('refused'));
      };
      void supervisor.start();
      await pass(600_000);
      return starts;
    };
    const alone = await startsOf({ s1: stdio });
    expect(await startsOf({ sick: stdio, s1: stdio, flood: http })).toEqual(alone);
    expect(alone.slice(0, 5)).toEqual([0, 1_000, 3_000, 7_000, 307_000]);
  });
});
