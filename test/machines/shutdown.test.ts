import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { places } from './every-state.ts';
import { stage, type Stage } from './stage.ts';

// XState warns, in development, of events to an actor that has ended; here they are on purpose.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const shutdown = { type: 'shutdown' } as const;
const forced = { type: 'shutdown', force: true } as const;
const closed = { type: 'link.closed', killed: 2, left: 1 } as const;

function ready(script?: Parameters<typeof stage>[0]): Stage {
  const server = stage(script);
  server.opened();
  return server;
}

function status(server: Stage): string {
  return server.actor.getSnapshot().status;
}

describe.each(places)('shutdown while $name', ({ enter, link }) => {
  test('S1 R12 is accepted at once', () => {
    const server = enter();
    server.send(shutdown);
    expect(server.state).toMatchObject({
      connection: 'shutdown',
      breaker: 'retired',
      attempting: false,
      heedsSuccess: false,
    });
  });

  test('S1 R12 is final: nothing that can happen leads out', () => {
    const server = enter();
    server.send(shutdown);
    for (const reason of ['user', 'login', 'config', 'call', 'wake'] as const) server.retry(reason);
    server.send({ type: 'configure', policy: { parkedProbeMs: 10 } });
    server.send({ type: 'call.probe' });
    for (const attempt of server.link.live) {
      attempt.report({ type: 'link.opened' });
      attempt.report({ type: 'link.queued' });
    }
    expect(server.state.connection).toBe('shutdown');
    server.advance(24 * 3_600_000);
    expect(server.state.connection).toBe('shutdown');
    expect(status(server)).toBe('done');
    expect(server.clock.pending).toBe(0);
    expect(server.link.live).toEqual([]);
  });

  if (link === 'none')
    test('S2 R12 without a link there is nothing to wait for', () => {
      const server = enter();
      server.send(shutdown);
      expect(status(server)).toBe('done');
      expect(server.actor.getSnapshot().output).toEqual({ killed: 0, left: 0 });
      expect(server.clock.pending).toBe(0);
      expect(server.types.filter((type) => type === 'server.draining')).toEqual([]);
    });

  if (link === 'attempting')
    test('S2 the attempt is closed without a drain, and its end awaited', () => {
      const server = enter();
      server.send(shutdown);
      expect(server.link.live.at(-1)?.commands).toEqual([{ type: 'close', force: false }]);
      expect(status(server)).toBe('active');
      server.report(closed);
      expect(status(server)).toBe('done');
      expect(server.actor.getSnapshot().output).toEqual({ killed: 2, left: 1 });
    });

  if (link === 'ready')
    test('S2 running calls drain before the link is closed', () => {
      const server = enter();
      server.send(shutdown);
      expect(server.state).toMatchObject({ connection: 'shutdown', draining: true });
      expect(server.link.live.at(-1)?.commands).toEqual([]);
      server.send({ type: 'drained' });
      expect(server.link.live.at(-1)?.commands).toEqual([{ type: 'close', force: false }]);
      expect(server.state).not.toHaveProperty('draining');
      server.report(closed);
      expect(status(server)).toBe('done');
      expect(server.actor.getSnapshot().output).toEqual({ killed: 2, left: 1 });
    });

  test('S1 force skips the drain and closes with force', () => {
    const server = enter();
    server.send(forced);
    expect(server.state.connection).toBe('shutdown');
    const commands = server.link.attempts.at(-1)?.commands;
    expect(commands).toEqual(link === 'none' ? [] : [{ type: 'close', force: true }]);
    expect(status(server)).toBe(link === 'none' ? 'done' : 'active');
  });

  test('S1 is announced exactly once', () => {
    const server = enter();
    server.send(shutdown);
    server.send(shutdown);
    server.send(forced);
    server.advance(60_000);
    const announced = server.emitted.filter(
      (event) => event.type === 'server.state' && event.state === 'shutdown',
    );
    expect(announced).toHaveLength(1);
  });
});

describe('a second shutdown', () => {
  test('S1 plain, while it drains, changes nothing', () => {
    const server = ready();
    server.send(shutdown);
    const before = server.value;
    server.advance(4_000);
    server.send(shutdown);
    expect(server.value).toBe(before);
    expect(server.link.attempts[0]?.commands).toEqual([]);
    server.advance(1_000);
    expect(server.link.attempts[0]?.commands).toEqual([{ type: 'close', force: false }]);
  });

  test('S1 plain, while the link closes, changes nothing', () => {
    const server = ready();
    server.send(shutdown);
    server.send({ type: 'drained' });
    const before = server.value;
    server.advance(4_000);
    server.send(shutdown);
    expect(server.value).toBe(before);
    expect(server.link.attempts[0]?.commands).toHaveLength(1);
    server.advance(1_000);
    expect(status(server)).toBe('done');
  });

  test('S1 with force ends the drain', () => {
    const server = ready();
    server.send(shutdown);
    server.send(forced);
    expect(server.link.attempts[0]?.commands).toEqual([{ type: 'close', force: true }]);
  });

  test('S1 S3 with force, while the link closes, tells it so', () => {
    const server = ready();
    server.send(shutdown);
    server.send({ type: 'drained' });
    server.send(forced);
    expect(server.link.attempts[0]?.commands).toEqual([
      { type: 'close', force: false },
      { type: 'close', force: true },
    ]);
    expect(status(server)).toBe('active');
  });

  test('S1 after the end is ignored', () => {
    const server = stage();
    server.failed();
    server.send(shutdown);
    server.send(forced);
    expect(status(server)).toBe('done');
    expect(server.errors).toEqual([]);
  });
});

describe('the order of a shutdown', () => {
  test('S2 the drain is bounded by drainMs', () => {
    const server = ready({ policy: { drainMs: 800 } });
    server.send(shutdown);
    server.advance(799);
    expect(server.state.draining).toBe(true);
    expect(server.link.attempts[0]?.commands).toEqual([]);
    server.advance(1);
    expect(server.link.attempts[0]?.commands).toEqual([{ type: 'close', force: false }]);
  });

  test('S2 the link is stopped only after it reported its end', () => {
    const server = ready();
    server.send(shutdown);
    server.send({ type: 'drained' });
    expect(server.link.history).toEqual(['start 1', 'close 1']);
    server.report(closed);
    expect(server.link.history).toEqual(['start 1', 'close 1', 'stop 1']);
  });

  test('S2 a link that answers close at once ends the server in the same step', () => {
    const server = ready({
      script: { onCommand: (link) => link.report({ type: 'link.closed' }) },
    });
    server.send(forced);
    expect(status(server)).toBe('done');
    expect(server.actor.getSnapshot().output).toEqual({ killed: 0, left: 0 });
  });

  test('S2 L4 a link that never answers is waited for its stop ladder plus a second', () => {
    const server = ready();
    server.send(forced);
    server.advance(4_999);
    expect(status(server)).toBe('active');
    server.advance(1);
    expect(status(server)).toBe('done');
    expect(server.link.live).toEqual([]);
    expect(server.clock.pending).toBe(0);
  });

  test.each([
    [{ stdinGraceMs: 100, termGraceMs: 200, terminateMs: 50 }, 1_300],
    [{ stdinGraceMs: 100, termGraceMs: 200, terminateMs: 900 }, 1_900],
  ])('S2 the bound follows the policy %o', (policy, boundMs) => {
    const server = ready({ policy });
    server.send(forced);
    server.advance(boundMs - 1);
    expect(status(server)).toBe('active');
    server.advance(1);
    expect(status(server)).toBe('done');
  });

  test('S2 a session lost while it drains is still closed and cleaned up', () => {
    const server = ready();
    server.send(shutdown);
    server.lost();
    expect(server.link.attempts[0]?.commands).toEqual([{ type: 'close', force: false }]);
    expect(status(server)).toBe('active');
    server.report(closed);
    expect(server.actor.getSnapshot().output).toEqual({ killed: 2, left: 1 });
  });

  test('S2 facts of the dying link change nothing', () => {
    const server = ready();
    server.send(forced);
    const before = server.value;
    server.lost();
    server.failed();
    server.report({ type: 'link.proven' });
    expect(server.value).toBe(before);
  });

  test('S2 C9 a rebuild under way is given up, its drain starts anew', () => {
    const server = ready();
    server.retry();
    server.advance(4_000);
    server.send(shutdown);
    server.advance(4_999);
    expect(server.state.draining).toBe(true);
    server.advance(1);
    expect(server.link.history).toEqual(['start 1', 'close 1']);
  });

  test('S2 stops every other timer', () => {
    const server = ready({ policy: { failureThreshold: 1 } });
    server.send({ type: 'call.failed', failure: { kind: 'transport' } });
    server.send(forced);
    expect(server.clock.pending).toBe(1);
    server.report(closed);
    expect(server.clock.pending).toBe(0);
  });

  test('S1 from inside a listener of the park', () => {
    const server = stage({
      policy: { initialRetries: 0 },
      before: (actor) => {
        actor.on('server.parked', () => actor.send(shutdown));
      },
    });
    server.failed();
    expect(status(server)).toBe('done');
    expect(server.errors).toEqual([]);
  });
});
