import { describe, expect, test } from 'vitest';
import type { Failure } from '../../machines/index.ts';
import { becomeStable, failUntilParked, parked, stage, type Stage } from './stage.ts';

const permanent: Partial<Failure> = { kind: 'permanent', code: 'ENOENT', message: 'no such file' };

describe('a parked server', () => {
  test('C7 closes its link and keeps error, reason and the time of its next probe', () => {
    const server = parked();
    expect(server.link.live).toEqual([]);
    expect(server.state).toMatchObject({
      connection: 'parked',
      attempting: false,
      parkReason: 'startup',
      waitMs: 300_000,
      lastError: { code: 'ECONNREFUSED' },
    });
    expect(server.actor.getSnapshot().context.wait).toEqual({ ms: 300_000, hinted: false });
  });

  test('C7 R4 parking never ends the actor', () => {
    const server = parked();
    server.advance(24 * 3_600_000);
    expect(server.actor.getSnapshot().status).toBe('active');
    expect(server.state.connection).toBe('parked');
  });

  test('C7 flaps and step survive a park', () => {
    const server = stage({ policy: { flapBudget: 1 } });
    for (let flap = 0; flap < 2; flap += 1) {
      server.opened();
      server.lost();
      server.advance(1_000);
    }
    expect(server.state).toMatchObject({ parkReason: 'flapping', flaps: 2, step: 1 });
    server.advance(299_000);
    server.failed();
    expect(server.state).toMatchObject({ connection: 'parked', flaps: 2, step: 1 });
  });

  test('C7 the reason stays while it probes, and goes with the next session', () => {
    const server = parked();
    server.advance(300_000);
    expect(server.state).toMatchObject({
      connection: 'parked',
      attempting: true,
      parkReason: 'startup',
    });
    server.opened();
    expect(server.state).not.toHaveProperty('parkReason');
  });

  test.each(['permanent', 'auth'] as const)(
    'C7 a failed wake replaces the reason by %s',
    (kind) => {
      const server = parked();
      server.advance(300_000);
      server.failed({ kind, code: 'X' });
      expect(server.state).toMatchObject({ parkReason: kind, lastError: { code: 'X', kind } });
    },
  );

  test('C7 a failed wake keeps every other reason', () => {
    const server = parked();
    server.advance(300_000);
    server.failed({ code: 'LATER' });
    expect(server.state).toMatchObject({ parkReason: 'startup', lastError: { code: 'LATER' } });
  });

  test.each([
    ['probe', (server: Stage) => server.advance(300_000)],
    ['wake', (server: Stage) => server.retry('wake')],
  ] as const)('C7 a %s that fails transiently keeps the reason permanent', (_, begin) => {
    const server = parked(permanent);
    begin(server);
    server.failed();
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'permanent' });
  });

  test.each(['user', 'login', 'config'] as const)(
    'C7 a transient failure after a %s retry disproves permanent and auth: never ready',
    (reason) => {
      for (const kind of ['permanent', 'auth'] as const) {
        const server = parked({ kind });
        server.retry(reason);
        server.failed();
        expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'startup' });
      }
    },
  );

  test.each(['user', 'login', 'config'] as const)(
    'C7 a transient failure after a %s retry disproves permanent and auth: once ready',
    (reason) => {
      const server = stage();
      server.opened();
      server.lost({ kind: 'auth', code: '401' });
      server.retry(reason);
      server.failed();
      expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'budget' });
    },
  );

  test('C7 a person who joins a probe makes its failure count as theirs', () => {
    const server = parked(permanent);
    server.advance(300_000);
    server.retry('user');
    server.failed();
    expect(server.state.parkReason).toBe('startup');
    expect(server.link.attempts).toHaveLength(2);
  });

  test('C7 the reason internal survives a transient failure', () => {
    const server = stage({ parked: { code: 'BUG', message: 'broke' } });
    server.retry();
    server.failed();
    expect(server.state).toMatchObject({
      parkReason: 'internal',
      lastError: { code: 'ECONNREFUSED' },
    });
  });
});

describe('the timed probe', () => {
  test('C8 R8 after 300 s one attempt; its failure goes back to waiting without a ladder', () => {
    const server = parked();
    server.advance(299_999);
    expect(server.state.attempting).toBe(false);
    server.advance(1);
    expect(server.state).toMatchObject({ connection: 'parked', attempting: true });
    const { retries } = server.state;
    server.failed();
    expect(server.state).toMatchObject({ attempting: false, retries, waitMs: 300_000 });
    server.advance(299_999);
    expect(server.link.attempts).toHaveLength(2);
    server.advance(1);
    expect(server.link.attempts).toHaveLength(3);
  });

  test('C8 a reconnect park probes the same way', () => {
    const server = stage();
    becomeStable(server);
    server.lost();
    failUntilParked(server);
    const before = server.link.attempts.length;
    server.advance(300_000);
    server.failed();
    server.advance(299_999);
    expect(server.link.attempts).toHaveLength(before + 1);
    server.advance(1);
    server.opened();
    expect(server.state.connection).toBe('ready');
  });

  test('C8 a probe that finds nobody for its whole deadline goes back to waiting', () => {
    const server = parked();
    server.advance(300_000 + 60_000);
    expect(server.state).toMatchObject({
      connection: 'parked',
      attempting: false,
      lastError: { code: 'CONNECT_TIMEOUT' },
    });
    expect(server.link.live).toEqual([]);
  });

  test('C8 chance makes the probe up to a fifth shorter', () => {
    expect(parked({}, { random: () => 0.5 }).state.waitMs).toBe(270_000);
    expect(parked({}, { random: () => 0.999_99 }).state.waitMs).toBe(240_001);
    const policy = { parkedJitter: 0 };
    expect(parked({}, { random: () => 0.5, policy }).state.waitMs).toBe(300_000);
  });

  test('C8 each wait draws anew', () => {
    const draws = [0, 0, 0.5, 1];
    const server = parked({}, { random: () => draws.shift() ?? 0, policy: { initialRetries: 0 } });
    expect(server.state.waitMs).toBe(300_000);
    server.advance(300_000);
    server.failed();
    expect(server.state.waitMs).toBe(270_000);
  });

  test('C8 R4 a probe that succeeds revives the server', () => {
    const server = parked();
    server.advance(300_000);
    server.opened();
    expect(server.state).toMatchObject({ connection: 'ready', retries: 0, generation: 1 });
    server.lost({ kind: 'sessionExpired' });
    expect(server.state.connection).toBe('reconnecting');
  });

  test('C8 C2 a probe may queue at the gate', () => {
    const server = parked();
    server.advance(300_000);
    server.report({ type: 'link.queued' });
    server.advance(600_000);
    expect(server.state).toMatchObject({ connection: 'parked', attempting: true });
    server.report({ type: 'link.granted' });
    server.advance(60_000);
    expect(server.state.attempting).toBe(false);
  });

  test('C8 with parkedProbeMs false it never probes by itself and no time is known', () => {
    const server = parked({}, { policy: { parkedProbeMs: false } });
    expect(server.state).not.toHaveProperty('waitMs');
    server.advance(7 * 24 * 3_600_000);
    expect(server.link.attempts).toHaveLength(1);
    expect(server.clock.pending).toBe(0);
  });

  test.each(['user', 'login', 'config', 'wake'] as const)(
    'C8 C9 without probes a retry for %s still wakes it',
    (reason) => {
      const server = parked({}, { policy: { parkedProbeMs: false } });
      server.retry(reason);
      expect(server.state.attempting).toBe(true);
      server.failed();
      expect(server.state).toMatchObject({ connection: 'parked', attempting: false });
    },
  );

  test('C8 F4 a policy that brings probes back arms the timer at once', () => {
    const server = parked({}, { policy: { parkedProbeMs: false } });
    server.advance(100_000);
    server.send({ type: 'configure', policy: { parkedProbeMs: 50_000 } });
    expect(server.state).toMatchObject({ attempting: false, waitMs: 50_000 });
    server.advance(50_000);
    expect(server.state.attempting).toBe(true);
  });

  test('C8 F4 a policy that takes probes away lets the armed one be the last', () => {
    const server = parked();
    server.send({ type: 'configure', policy: { parkedProbeMs: false } });
    server.advance(300_000);
    expect(server.state.attempting).toBe(true);
    server.failed();
    server.advance(3_600_000);
    expect(server.link.attempts).toHaveLength(2);
  });
});
