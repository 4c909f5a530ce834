import { describe, expect, test } from 'vitest';
import type { Policy } from '../../machines/index.ts';
import { answered, broken, callFailed, halfOpen, open, probing, serving } from './breaker-stage.ts';
import type { Stage } from './stage.ts';

describe('a new session', () => {
  const reconnect = (server: Stage) => {
    server.lost();
    server.advance(1_000);
    server.opened();
  };

  test('B5 R2 closes an open breaker', () => {
    const server = open();
    reconnect(server);
    expect(server.state).toMatchObject({ connection: 'ready', breaker: 'closed' });
  });

  test.each([
    ['free', halfOpen],
    ['taken', probing],
  ] as const)('B5 R2 closes a half-open breaker whose slot is %s', (_, begin) => {
    const server = begin();
    reconnect(server);
    expect(server.state.breaker).toBe('closed');
    expect(server.state).not.toHaveProperty('probe');
  });

  test.each(['login', 'user', 'config'] as const)('B5 R3 also one rebuilt for %s', (reason) => {
    const server = open();
    server.retry(reason);
    expect(server.state.breaker).toBe('open');
    server.send({ type: 'drained' });
    server.opened();
    expect(server.state.breaker).toBe('closed');
  });

  test('B5 R3 also one that a parked server is revived by', () => {
    const server = open({ reconnectRetries: 0 });
    server.lost();
    expect(server.state).toMatchObject({ connection: 'parked', breaker: 'open' });
    server.retry();
    server.opened();
    expect(server.state).toMatchObject({ connection: 'ready', breaker: 'closed' });
  });

  test('B5 clears the count of a closed breaker', () => {
    const server = serving();
    server.send(broken);
    server.send(broken);
    reconnect(server);
    server.send(broken);
    expect(server.state.breaker).toBe('closed');
  });

  test('B5 keeps the doubled cooldown', () => {
    const server = probing();
    server.send(callFailed('transport', { probe: true }));
    reconnect(server);
    expect(server.state).toMatchObject({ breaker: 'closed', cooldownMs: 120_000 });
    server.send(broken);
    server.advance(119_999);
    expect(server.state.breaker).toBe('open');
    server.advance(1);
    expect(server.state.breaker).toBe('halfOpen');
  });

  test('B5 B3 the next successful call brings the cooldown back', () => {
    const server = probing();
    server.send(callFailed('transport', { probe: true }));
    reconnect(server);
    server.send(answered);
    expect(server.state.cooldownMs).toBe(60_000);
  });

  test('B5 a stray report of an open session closes nothing', () => {
    const server = open();
    server.opened();
    expect(server.state.breaker).toBe('open');
  });
});

describe('a half-open breaker without a session', () => {
  const withoutSession = () => {
    const server = halfOpen({ eagerDials: 1, cooldownMs: 1_000 });
    server.lost();
    expect(server.state).toMatchObject({ connection: 'reconnecting', attempting: false });
    return server;
  };

  test('B6 R1 a probe takes no slot, asks for a reconnect, and leaves the breaker half-open', () => {
    const server = withoutSession();
    server.send({ type: 'call.probe' });
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      attempting: true,
      breaker: 'halfOpen',
      probe: 'free',
      cooldownMs: 1_000,
    });
  });

  test('B6 R1 nothing is written into the dead link', () => {
    const server = withoutSession();
    server.send({ type: 'call.probe' });
    expect(server.link.attempts.flatMap(({ commands }) => commands)).toEqual([]);
  });

  test('B6 C12 a probe can wake a parked server', () => {
    const server = halfOpen({ reconnectRetries: 0, cooldownMs: 1_000 });
    server.lost();
    expect(server.state.connection).toBe('parked');
    server.advance(30_000);
    server.send({ type: 'call.probe' });
    expect(server.state).toMatchObject({ connection: 'parked', attempting: true, probe: 'free' });
  });

  test('B6 a probe asks for a reconnect too when the slot was taken before the loss', () => {
    const server = probing({ eagerDials: 1, cooldownMs: 1_000 });
    server.lost();
    expect(server.state.attempting).toBe(false);
    server.send({ type: 'call.probe' });
    expect(server.state).toMatchObject({ attempting: true, probe: 'taken' });
  });

  test('B6 with a session a probe asks for nothing', () => {
    const server = halfOpen({ eagerDials: 1 });
    server.send({ type: 'call.probe' });
    expect(server.link.history).toEqual(['start 1']);
    expect(server.value).toContain('serving');
  });
});

describe('the session a call was made in', () => {
  const second = (policy: Partial<Policy> = {}) => {
    const server = serving(policy);
    server.lost();
    server.advance(1_000);
    server.opened();
    expect(server.state.generation).toBe(2);
    return server;
  };

  test('B7 a failure of another generation is ignored, one of this or of none counts', () => {
    const server = second({ failureThreshold: 1 });
    server.send(callFailed('transport', { generation: 1 }));
    server.send(callFailed('overload', { generation: 1, rateTripped: true }));
    server.send(callFailed('transport', { generation: 3 }));
    expect(server.state.breaker).toBe('closed');
    server.send(callFailed('transport', { generation: 2 }));
    expect(server.state.breaker).toBe('open');
  });

  test('B7 a generation that is there but undefined is none', () => {
    const server = serving({ failureThreshold: 1 });
    server.send({ ...broken, generation: undefined } as unknown as typeof broken);
    expect(server.state.breaker).toBe('open');
  });

  test('B7 a success of another generation forgives nothing', () => {
    const server = second({ failureThreshold: 2 });
    server.send(callFailed('transport', { generation: 2 }));
    server.send({ ...answered, generation: 1 });
    server.send(callFailed('transport', { generation: 2 }));
    expect(server.state.breaker).toBe('open');
  });

  test('B7 a failure of another generation is not counted for later either', () => {
    const server = second({ failureThreshold: 2 });
    server.send(callFailed('transport', { generation: 1 }));
    server.send(callFailed('transport', { generation: 2 }));
    expect(server.state.breaker).toBe('closed');
  });

  test.each([
    { ...answered, probe: true, generation: 1 },
    callFailed('transport', { probe: true, generation: 1 }),
  ])('B7 a probe verdict of another generation leaves the slot taken: %o', (event) => {
    const server = second({ failureThreshold: 1 });
    server.send(broken);
    server.advance(60_000);
    server.send({ type: 'call.probe' });
    server.send(event);
    expect(server.state).toMatchObject({ breaker: 'halfOpen', probe: 'taken' });
    server.send({ ...answered, probe: true, generation: 2 });
    expect(server.state.breaker).toBe('closed');
  });
});
