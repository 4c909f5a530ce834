import { describe, expect, test } from 'vitest';
import { becomeStable, failUntilParked, stage } from './stage.ts';

describe('the reconnect budget', () => {
  test('C6 the loss of a stable session is free, and the first attempt is immediate', () => {
    const server = stage();
    becomeStable(server);
    server.lost({ code: 'CHILD_EXITED', message: 'exited' });
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      attempting: true,
      retries: 0,
      step: 0,
      flaps: 0,
      lastError: { code: 'CHILD_EXITED', kind: 'lost' },
    });
    expect(server.link.history).toEqual(['start 1', 'stop 1', 'start 2']);
  });

  test('C6 a session just short of stable is charged', () => {
    const server = stage();
    server.opened();
    server.advance(29_999);
    server.lost();
    expect(server.state).toMatchObject({ attempting: false, retries: 1, step: 1, waitMs: 1_000 });
  });

  test('C6 the loss of an unstable session waits like a failed attempt', () => {
    const server = stage();
    server.opened();
    server.report({ type: 'link.proven' });
    server.lost();
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      attempting: false,
      retries: 1,
      waitMs: 1_000,
    });
    expect(server.link.live).toEqual([]);
  });

  test('C6 R4 five retries after a stable loss make six attempts, then it parks', () => {
    const server = stage();
    becomeStable(server);
    server.lost();
    failUntilParked(server);
    expect(server.link.attempts).toHaveLength(1 + 6);
    expect(server.state).toMatchObject({ parkReason: 'budget', retries: 6 });
  });

  test('C6 the loss of an unstable session uses one retry of the five', () => {
    const server = stage();
    server.opened();
    server.lost();
    failUntilParked(server);
    expect(server.link.attempts).toHaveLength(1 + 5);
    expect(server.state).toMatchObject({ parkReason: 'budget', retries: 6 });
  });

  test('C6 without any retry the loss of an unstable session parks', () => {
    const server = stage({ policy: { reconnectRetries: 0 } });
    server.opened();
    server.lost();
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'budget', retries: 1 });
    expect(server.link.live).toEqual([]);
  });

  test('C6 without any retry the loss of a stable session still has its free attempt', () => {
    const server = stage({ policy: { reconnectRetries: 0 } });
    becomeStable(server);
    server.lost();
    expect(server.state.attempting).toBe(true);
    server.failed();
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'budget' });
  });

  test('C6 the initial and the reconnect budget are two', () => {
    const server = stage({ policy: { initialRetries: 0, reconnectRetries: 2 } });
    server.opened();
    server.lost();
    server.advance(1_000);
    server.failed();
    expect(server.state).toMatchObject({ connection: 'reconnecting', retries: 2 });
  });

  test('R6 eight transient drops over a long life never park a server', () => {
    const server = stage();
    for (let drop = 0; drop < 8; drop += 1) {
      server.opened();
      server.report({ type: 'link.proven' });
      server.lost();
      expect(server.state).toMatchObject({ connection: 'reconnecting', retries: 1 });
      server.advance(server.state.waitMs ?? 0);
      server.failed();
      server.advance(server.state.waitMs ?? 0);
    }
    server.opened();
    expect(server.state).toMatchObject({ connection: 'ready', retries: 0 });
  });

  test('C6a a session lost before it proved anything is a flap', () => {
    const server = stage();
    server.opened();
    server.lost();
    expect(server.state.flaps).toBe(1);
  });

  test('C6a a session that proved something is none', () => {
    const server = stage();
    server.opened();
    server.report({ type: 'link.proven' });
    server.lost();
    expect(server.state.flaps).toBe(0);
  });

  test('C6a a stable session that proved nothing is none', () => {
    const server = stage();
    becomeStable(server);
    server.lost();
    expect(server.state.flaps).toBe(0);
  });

  test.each([
    ['proof', (server: ReturnType<typeof stage>) => server.report({ type: 'link.proven' })],
    ['stability', (server: ReturnType<typeof stage>) => server.advance(30_000)],
  ])('C6a flaps are cleared by %s', (_, settle) => {
    const server = stage();
    server.opened();
    server.lost();
    server.advance(1_000);
    server.opened();
    expect(server.state.flaps).toBe(1);
    settle(server);
    expect(server.state.flaps).toBe(0);
  });

  test('C6a ten flaps are borne, the eleventh parks as flapping', () => {
    const server = stage();
    for (let flap = 1; flap <= 10; flap += 1) {
      server.opened();
      server.lost();
      expect(server.state).toMatchObject({ connection: 'reconnecting', flaps: flap });
      server.advance(server.state.waitMs ?? 0);
    }
    server.opened();
    server.lost();
    expect(server.state).toMatchObject({
      connection: 'parked',
      parkReason: 'flapping',
      flaps: 11,
      retries: 0,
    });
    expect(server.link.attempts).toHaveLength(11);
  });

  test('C6a flapping is judged before the budget', () => {
    const server = stage({ policy: { flapBudget: 0, reconnectRetries: 0 } });
    server.opened();
    server.lost();
    expect(server.state.parkReason).toBe('flapping');
  });

  test('C6a a failed start-up is no flap', () => {
    const server = stage({ policy: { flapBudget: 0 } });
    failUntilParked(server);
    expect(server.state).toMatchObject({ parkReason: 'startup', flaps: 0 });
  });

  test('C6a C7 a server that parked as flapping parks again at its next flap', () => {
    const server = stage({ policy: { flapBudget: 1 } });
    server.opened();
    server.lost();
    server.advance(1_000);
    server.opened();
    server.lost();
    expect(server.state.parkReason).toBe('flapping');
    server.advance(300_000);
    server.opened();
    expect(server.state).toMatchObject({ connection: 'ready', flaps: 2 });
    server.lost();
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'flapping' });
  });

  test('C6a C9 a loss while a rebuild drains is no flap', () => {
    const server = stage({ policy: { flapBudget: 0 } });
    server.opened();
    server.retry();
    server.lost();
    expect(server.state).toMatchObject({ connection: 'reconnecting', flaps: 0, retries: 0 });
  });
});
