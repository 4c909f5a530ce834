import { describe, expect, test } from 'vitest';
import type { ServerEvent } from '../../machines/index.ts';
import { answered, broken, callFailed, halfOpen, probing, serving } from './breaker-stage.ts';

describe('a half-open breaker', () => {
  test('B4 admits exactly one probe', () => {
    const server = probing();
    server.advance(10_000);
    server.send({ type: 'call.probe' });
    expect(server.state).toMatchObject({ breaker: 'halfOpen', probe: 'taken' });
    server.advance(5_000);
    expect(server.state.breaker).toBe('open');
  });

  test.each([
    callFailed('transport', { probe: true }),
    callFailed('protocol', { probe: true }),
    callFailed('timeout', { probe: true }),
    callFailed('timeout', { probe: true, linkIdle: true }),
    callFailed('overload', { probe: true }),
  ])('B2 B4 the probe fails by $failure.kind (idle: $linkIdle)', (event) => {
    const server = probing();
    server.send(event);
    expect(server.state).toMatchObject({ breaker: 'open', cooldownMs: 120_000 });
    expect(server.state).not.toHaveProperty('probe');
  });

  test('B4 a probe that asks for no time at all has none', () => {
    const server = halfOpen();
    server.send({ type: 'call.probe', timeoutMs: 0 });
    server.advance(0);
    expect(server.state).toMatchObject({ breaker: 'open', cooldownMs: 120_000 });
  });

  test('B4 the probe that succeeds closes the breaker', () => {
    const server = probing();
    server.send({ ...answered, probe: true });
    expect(server.state.breaker).toBe('closed');
    expect(server.state).not.toHaveProperty('probe');
  });

  test('B4 B3 the probe that succeeds clears the count', () => {
    const server = serving();
    for (const event of [broken, broken, broken]) server.send(event);
    server.advance(60_000);
    server.send({ type: 'call.probe' });
    server.send({ ...answered, probe: true });
    server.send(broken);
    server.send(broken);
    expect(server.state.breaker).toBe('closed');
  });

  test('B4 a cancelled probe frees the slot', () => {
    const server = probing();
    server.send({ type: 'call.probeCancelled' });
    expect(server.state).toMatchObject({ breaker: 'halfOpen', probe: 'free', cooldownMs: 60_000 });
    server.advance(3_600_000);
    expect(server.state.breaker).toBe('halfOpen');
    server.send({ type: 'call.probe' });
    expect(server.state.probe).toBe('taken');
  });

  test('B4 the slot expires after 15 s, as a failed probe', () => {
    const server = probing();
    server.advance(14_999);
    expect(server.state.probe).toBe('taken');
    server.advance(1);
    expect(server.state).toMatchObject({ breaker: 'open', cooldownMs: 120_000 });
  });

  test.each([
    [40_000, 40_000],
    [Number.NaN, 15_000],
    [-1, 15_000],
  ])('B4 a probe that asks for %s ms has %s ms', (timeoutMs, heldMs) => {
    const server = probing({}, timeoutMs);
    server.advance(heldMs - 1);
    expect(server.state.probe).toBe('taken');
    server.advance(1);
    expect(server.state.breaker).toBe('open');
  });

  test('B4 a probe that asks for ever is held no longer than a timer can', () => {
    const server = probing({}, Number.POSITIVE_INFINITY);
    server.advance(2 ** 31 - 2);
    expect(server.state.probe).toBe('taken');
    server.advance(1);
    expect(server.state.breaker).toBe('open');
  });

  test('B4 what one probe asked for does not bind the next', () => {
    const server = probing({}, 100);
    server.send({ type: 'call.probeCancelled' });
    server.send({ type: 'call.probe' });
    server.advance(14_999);
    expect(server.state.probe).toBe('taken');
  });

  test.each([
    { ...answered, probe: true },
    callFailed('transport', { probe: true }),
    { type: 'call.probeCancelled' },
  ] as ServerEvent[])('B4 after expiry the late verdict %o is ignored', (event) => {
    const server = probing();
    server.advance(15_000);
    server.send(event);
    expect(server.state).toMatchObject({ breaker: 'open', cooldownMs: 120_000 });
    server.advance(120_000);
    server.send(event);
    expect(server.state).toMatchObject({ breaker: 'halfOpen', probe: 'free' });
  });

  test.each([
    answered,
    { ...answered, probe: false },
    broken,
    callFailed('overload', { rateTripped: true }),
  ] as ServerEvent[])('B6 %o of a call without the slot moves nothing', (event) => {
    for (const server of [halfOpen(), probing()]) {
      const before = server.value;
      server.send(event);
      expect(server.value).toBe(before);
      expect(server.state.cooldownMs).toBe(60_000);
    }
  });
});
