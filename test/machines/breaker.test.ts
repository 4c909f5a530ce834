import { describe, expect, test } from 'vitest';
import type { ServerEvent } from '../../machines/index.ts';
import { answered, broken, callFailed, open, probing, serving } from './breaker-stage.ts';

describe('a closed breaker', () => {
  test('B1 opens on three failures in a row', () => {
    const server = serving();
    server.send(broken);
    server.send(broken);
    expect(server.state.breaker).toBe('closed');
    server.send(broken);
    expect(server.state).toMatchObject({ breaker: 'open', connection: 'ready' });
  });

  test('B1 a success in between starts the count anew', () => {
    const server = serving();
    for (const event of [broken, broken, answered, broken, broken]) server.send(event);
    expect(server.state.breaker).toBe('closed');
    server.send(broken);
    expect(server.state.breaker).toBe('open');
  });

  test('B1 opens at once when the caller side reports the rate', () => {
    const server = serving();
    server.send(callFailed('overload', { rateTripped: true }));
    expect(server.state.breaker).toBe('open');
  });

  test.each([
    ['B2 a lost link counts in a row', callFailed('transport'), true],
    ['B2 an answer that is not JSON-RPC counts in a row', callFailed('protocol'), true],
    [
      'B2 a timeout on an idle link counts in a row',
      callFailed('timeout', { linkIdle: true }),
      true,
    ],
    ['B2 a timeout on a busy link does not', callFailed('timeout', { linkIdle: false }), false],
    ['B2 a timeout that says nothing of the link does not', callFailed('timeout'), false],
    ['B2 overload does not', callFailed('overload'), false],
    ['B2 overload on an idle link does not', callFailed('overload', { linkIdle: true }), false],
  ])('%s', (_, event, counts) => {
    const server = serving({ failureThreshold: 2 });
    server.send(event);
    server.send(event);
    expect(server.state.breaker).toBe(counts ? 'open' : 'closed');
  });

  test('B2 overload does not interrupt a row either', () => {
    const server = serving({ failureThreshold: 2 });
    for (const event of [broken, callFailed('overload'), broken]) server.send(event);
    expect(server.state.breaker).toBe('open');
  });

  test('B1 a probe verdict without a slot is a verdict like any other', () => {
    const server = serving({ failureThreshold: 2 });
    server.send(callFailed('transport', { probe: true }));
    server.send(callFailed('transport', { probe: true }));
    expect(server.state.breaker).toBe('open');
  });

  test('B1 the breaker never stops a reconnect', () => {
    const server = open();
    server.lost();
    server.advance(1_000);
    expect(server.state).toMatchObject({ connection: 'reconnecting', attempting: true });
  });
});

describe('an open breaker', () => {
  test('B3 half-opens after 60 s', () => {
    const server = open();
    server.advance(59_999);
    expect(server.state.breaker).toBe('open');
    server.advance(1);
    expect(server.state.breaker).toBe('halfOpen');
  });

  test.each([
    answered,
    { ...answered, probe: true },
    broken,
    callFailed('overload', { rateTripped: true }),
    { type: 'call.probe' },
    { type: 'call.probeCancelled' },
  ] as ServerEvent[])('B3 %o changes nothing', (event) => {
    const server = open();
    server.advance(30_000);
    const before = server.actor.getSnapshot();
    server.send(event);
    expect(server.state).toMatchObject({ breaker: 'open', cooldownMs: 60_000 });
    expect(server.actor.getSnapshot().context).toEqual(before.context);
    server.advance(30_000);
    expect(server.state.breaker).toBe('halfOpen');
  });

  test('B3 each failed probe doubles the cooldown, up to 300 s', () => {
    const server = probing();
    const cooldowns = Array.from({ length: 4 }, () => {
      server.send(callFailed('transport', { probe: true }));
      const { cooldownMs } = server.state;
      server.advance((cooldownMs ?? 0) - 1);
      expect(server.state.breaker).toBe('open');
      server.advance(1);
      server.send({ type: 'call.probe' });
      return cooldownMs;
    });
    expect(cooldowns).toEqual([120_000, 240_000, 300_000, 300_000]);
  });

  test('B3 a successful probe brings the cooldown back to 60 s', () => {
    const server = probing();
    server.send(callFailed('transport', { probe: true }));
    server.advance(120_000);
    server.send({ type: 'call.probe' });
    server.send({ ...answered, probe: true });
    expect(server.state).toMatchObject({ breaker: 'closed', cooldownMs: 60_000 });
  });
});
