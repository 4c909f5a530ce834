import { describe, expect, test } from 'vitest';
import { stage, troubled, type Stage } from './stage.ts';

const asked = ['user', 'login', 'config'] as const;

describe('the policy that a retry brings', () => {
  const places: [string, () => Stage][] = [
    ['an attempt', () => stage()],
    ['a wait', () => troubled()],
    ['a park', () => stage({ parked: { code: 'BUG', message: 'broke' } })],
    ['a session', () => openedStage()],
    ['a drain', () => drainingStage()],
  ];

  test.each(places)('C9 F4 is taken in %s', (_, begin) => {
    for (const reason of asked) {
      const server = begin();
      server.retry(reason, { baseDelayMs: 77 });
      expect(server.actor.getSnapshot().context.policy).toMatchObject({
        baseDelayMs: 77,
        maxDelayMs: 60_000,
      });
    }
  });

  test.each(places)('C9 E3 is refused whole in %s if it is bad; the retry counts', (_, begin) => {
    const server = begin();
    const before = server.link.attempts.length;
    server.retry('config', { baseDelayMs: 77, jitter: 7 });
    expect(server.actor.getSnapshot().context.policy.baseDelayMs).toBe(1_000);
    expect(server.types).toContain('policy.refused');
    server.send({ type: 'drained' });
    expect(server.link.attempts.length).toBe(before + 1);
    expect(server.state.attempting).toBe(true);
  });

  test('C9 F4 holds from the attempt it starts', () => {
    const server = troubled();
    server.retry('config', { firstConnectTimeoutMs: 500 });
    server.advance(500);
    expect(server.state.attempting).toBe(false);
  });
});

function openedStage(): Stage {
  const server = stage();
  server.opened();
  return server;
}

function drainingStage(): Stage {
  const server = openedStage();
  server.retry();
  return server;
}
