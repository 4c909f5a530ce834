import { describe, expect, test } from 'vitest';
import type { Policy } from '../../machines/index.ts';
import { becomeStable, stage, type Stage } from './stage.ts';

/** The delays of the first `count` waits while every attempt fails. */
function waits(server: Stage, count: number): (number | undefined)[] {
  return Array.from({ length: count }, () => {
    if (!server.state.attempting) server.advance(server.state.waitMs ?? 0);
    server.failed();
    return server.state.waitMs;
  });
}

const patient: Partial<Policy> = { initialRetries: 100, reconnectRetries: 100, flapBudget: 100 };

describe('the wait between attempts', () => {
  test('C5 R11 delays start at 1 s, double, and never exceed 60 s', () => {
    expect(waits(stage({ policy: patient }), 9)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
  });

  test('C5 an attempt starts when its delay is over and not before', () => {
    const server = stage();
    server.failed();
    server.advance(999);
    expect(server.state.attempting).toBe(false);
    server.advance(1);
    expect(server.state.attempting).toBe(true);
  });

  test('C5 jitter only shortens, by at most its share', () => {
    expect(waits(stage({ policy: patient, random: () => 0.99 }), 3)).toEqual([505, 1_010, 2_020]);
    expect(waits(stage({ policy: { ...patient, jitter: 0 }, random: () => 0.99 }), 2)).toEqual([
      1_000, 2_000,
    ]);
    expect(waits(stage({ policy: { ...patient, jitter: 1 }, random: () => 0.25 }), 2)).toEqual([
      750, 1_500,
    ]);
  });

  test('C5 the step stops at the cap and is a small number', () => {
    const server = stage({ policy: patient });
    waits(server, 30);
    expect(server.state.step).toBe(6);
  });

  test('C5 factor and base come from the policy', () => {
    const policy = { ...patient, baseDelayMs: 100, factor: 3, maxDelayMs: 1_000 };
    expect(waits(stage({ policy }), 5)).toEqual([100, 300, 900, 1_000, 1_000]);
  });

  test('C5 a flat or an absent delay is possible', () => {
    expect(waits(stage({ policy: { ...patient, factor: 1 } }), 3)).toEqual([1_000, 1_000, 1_000]);
    const at0 = stage({ policy: { ...patient, baseDelayMs: 0 } });
    expect(waits(at0, 3)).toEqual([0, 0, 0]);
    expect(at0.state.step).toBe(0);
  });

  test('C5 R6 a session forgives the budget at once and the delay not', () => {
    const server = stage({ policy: patient });
    waits(server, 3);
    server.advance(4_000);
    server.opened();
    expect(server.state).toMatchObject({ retries: 0, step: 3 });
    server.lost();
    expect(server.state).toMatchObject({ waitMs: 8_000, retries: 1, step: 4 });
  });

  test('C5 a proven session does not forgive the delay', () => {
    const server = stage({ policy: patient });
    waits(server, 3);
    server.advance(4_000);
    server.opened();
    server.report({ type: 'link.proven' });
    server.advance(29_999);
    expect(server.state.step).toBe(3);
  });

  test('C5 a session of 30 s forgives the delay', () => {
    const server = stage({ policy: patient });
    waits(server, 3);
    server.advance(4_000);
    server.opened();
    server.advance(30_000);
    expect(server.state.step).toBe(0);
  });

  test('C5 a flapping server is slowed without being parked', () => {
    const server = stage();
    const delays = Array.from({ length: 8 }, () => {
      server.opened();
      server.report({ type: 'link.proven' });
      server.lost();
      const { waitMs } = server.state;
      server.advance(waitMs ?? 0);
      return waitMs;
    });
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(server.state.connection).toBe('reconnecting');
  });

  test('C5 a hint lengthens the delay, after the jitter', () => {
    const server = stage({ random: () => 0.5 });
    server.failed({ retryAfterMs: 5_000 });
    expect(server.state.waitMs).toBe(5_000);
    server.advance(4_999);
    expect(server.state.attempting).toBe(false);
    server.advance(1);
    expect(server.state.attempting).toBe(true);
  });

  test('C5 a hint between the jittered and the bare delay counts', () => {
    const server = stage({ random: () => 0.5 });
    server.failed({ retryAfterMs: 800 });
    expect(server.state.waitMs).toBe(800);
  });

  test('C5 a hint never shortens the delay', () => {
    const server = stage();
    server.failed({ retryAfterMs: 10 });
    expect(server.state.waitMs).toBe(1_000);
  });

  test.each([
    [3_600_000, 60_000],
    [Number.POSITIVE_INFINITY, 60_000],
    [Number.NaN, 1_000],
    [-5, 1_000],
    [1_500.2, 1_501],
  ])('C5 a hint of %s ms waits %s ms', (retryAfterMs, waitMs) => {
    const server = stage();
    server.failed({ retryAfterMs });
    expect(server.state.waitMs).toBe(waitMs);
  });

  test('C5 a hint does not outlive its wait', () => {
    const server = stage();
    server.failed({ retryAfterMs: 30_000 });
    server.advance(30_000);
    server.failed();
    expect(server.state.waitMs).toBe(2_000);
  });

  test('C5 a stable session empties the delay memory for the next outage', () => {
    const server = stage({ policy: patient });
    waits(server, 4);
    server.advance(8_000);
    becomeStable(server);
    server.lost();
    server.failed();
    expect(server.state).toMatchObject({ retries: 1, step: 1, waitMs: 1_000 });
  });
});
