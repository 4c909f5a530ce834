import { describe, expect, test } from 'vitest';
import { stage } from './stage.ts';

const reasons = ['user', 'login', 'config', 'call', 'wake'] as const;
const asked = ['user', 'login', 'config'] as const;

describe('a retry while ready', () => {
  test.each(asked)('C9 %s drains for a rebuild, still ready', (reason) => {
    const server = stage();
    server.opened();
    server.retry(reason);
    expect(server.state).toMatchObject({ connection: 'ready', draining: true, attempting: false });
    expect(server.link.history).toEqual(['start 1']);
  });

  test.each(asked)('C9 R7 the rebuild for %s is no failure', (reason) => {
    const server = stage();
    server.opened();
    server.lost();
    server.advance(1_000);
    server.opened();
    expect(server.state).toMatchObject({ step: 1, flaps: 1 });
    server.retry(reason);
    server.send({ type: 'drained' });
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      attempting: true,
      retries: 0,
      step: 0,
      flaps: 0,
    });
    server.opened();
    expect(server.state).toMatchObject({ connection: 'ready', generation: 3 });
  });

  test('C9 C13 the old link is stopped and the new one started in the same step', () => {
    const server = stage();
    server.opened();
    server.retry();
    server.send({ type: 'drained' });
    expect(server.link.history).toEqual(['start 1', 'stop 1', 'start 2']);
  });

  test('C9 a rebuild waits no longer than drainMs for running calls', () => {
    const server = stage({ policy: { drainMs: 700 } });
    server.opened();
    server.retry();
    server.advance(699);
    expect(server.state).toMatchObject({ connection: 'ready', draining: true });
    server.advance(1);
    expect(server.state).toMatchObject({ connection: 'reconnecting', attempting: true });
  });

  test('C9 a loss while the rebuild drains is not charged and starts the attempt', () => {
    const server = stage();
    server.opened();
    server.retry();
    server.lost({ kind: 'auth', code: '401' });
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      attempting: true,
      retries: 0,
      flaps: 0,
      lastError: { code: '401' },
    });
    expect(server.link.live).toHaveLength(1);
  });

  test.each(reasons)('C9 a retry for %s while it drains joins', (reason) => {
    const server = stage();
    server.opened();
    server.retry();
    server.advance(4_000);
    server.retry(reason);
    expect(server.state).toMatchObject({ connection: 'ready', draining: true });
    server.advance(1_000);
    expect(server.state).toMatchObject({ connection: 'reconnecting', attempting: true });
    expect(server.link.attempts).toHaveLength(2);
  });

  test('C9 a rebuild that fails has the whole budget before it', () => {
    const server = stage();
    server.opened();
    server.retry();
    server.send({ type: 'drained' });
    server.failed();
    expect(server.state).toMatchObject({ retries: 1, waitMs: 1_000 });
  });

  test('C9 call does nothing', () => {
    const server = stage();
    server.opened();
    const before = server.value;
    server.retry('call');
    expect(server.value).toBe(before);
    expect(server.link.history).toEqual(['start 1']);
  });

  test('C9 wake asks the link for a check and nothing else', () => {
    const server = stage();
    server.opened();
    server.retry('wake');
    expect(server.link.attempts[0]?.commands).toEqual([{ type: 'check' }]);
    expect(server.state).toMatchObject({ connection: 'ready', generation: 1 });
    expect(server.state).not.toHaveProperty('draining');
  });

  test('C9 C2 a changed entry that joins a rebuild was never opened', () => {
    const server = stage();
    server.opened();
    server.retry('user');
    server.retry('config');
    server.send({ type: 'drained' });
    server.advance(30_000);
    expect(server.state.attempting).toBe(true);
    server.advance(30_000);
    expect(server.state.attempting).toBe(false);
  });

  test('C9 a late drained changes nothing', () => {
    const server = stage();
    server.opened();
    server.send({ type: 'drained' });
    expect(server.state.connection).toBe('ready');
    server.retry();
    server.send({ type: 'drained' });
    server.send({ type: 'drained' });
    expect(server.link.attempts).toHaveLength(2);
  });
});
