import { describe, expect, test } from 'vitest';
import { parked, stage } from './stage.ts';

describe('a call at a parked server', () => {
  test('C12 wakes it once it has waited 30 s', () => {
    const server = parked();
    server.advance(29_999);
    server.retry('call');
    expect(server.state.attempting).toBe(false);
    server.advance(1);
    expect(server.state.attempting).toBe(false);
    server.retry('call');
    expect(server.state).toMatchObject({ connection: 'parked', attempting: true });
  });

  test('C12 a wake is one attempt, and the spacing starts anew on each entry', () => {
    const server = parked();
    server.advance(30_000);
    server.retry('call');
    server.failed();
    expect(server.state).toMatchObject({ attempting: false, waitMs: 300_000, retries: 1 });
    server.advance(29_999);
    server.retry('call');
    expect(server.state.attempting).toBe(false);
    server.advance(1);
    server.retry('call');
    expect(server.state.attempting).toBe(true);
  });

  test('C12 a refused wake does not postpone the probe', () => {
    const server = parked();
    server.advance(20_000);
    server.retry('call');
    server.advance(280_000);
    expect(server.state.attempting).toBe(true);
  });

  test.each(['permanent', 'auth'] as const)('C12 not for reason %s', (kind) => {
    const server = parked({ kind });
    server.advance(60_000);
    server.retry('call');
    expect(server.state.attempting).toBe(false);
  });

  test('C12 for reason startup', () => {
    const server = parked();
    server.advance(30_000);
    server.retry('call');
    expect(server.state).toMatchObject({ parkReason: 'startup', attempting: true });
  });

  test.each([
    ['flapping', { flapBudget: 0 }],
    ['budget', { reconnectRetries: 0 }],
  ] as const)('C12 for reason %s', (parkReason, policy) => {
    const server = stage({ policy });
    server.opened();
    server.lost();
    server.advance(30_000);
    server.retry('call');
    expect(server.state).toMatchObject({ parkReason, attempting: true });
  });

  test('C12 without probes a call can wake it too', () => {
    const server = parked({}, { policy: { parkedProbeMs: false } });
    server.retry('call');
    expect(server.state.attempting).toBe(false);
    server.advance(30_000);
    server.retry('call');
    expect(server.state.attempting).toBe(true);
  });

  test('C12 a failed call wake keeps the reason', () => {
    const server = parked();
    server.advance(30_000);
    server.retry('call');
    server.failed();
    expect(server.state.parkReason).toBe('startup');
  });

  test.each(['user', 'login', 'config', 'wake'] as const)(
    'C12 the spacing does not hold back a retry for %s',
    (reason) => {
      const server = parked();
      server.retry(reason);
      expect(server.state.attempting).toBe(true);
    },
  );
});
