import { describe, expect, test } from 'vitest';
import { becomeStable, stage, troubled, type Stage } from './stage.ts';

const reasons = ['user', 'login', 'config', 'call', 'wake'] as const;
const asked = ['user', 'login', 'config'] as const;
const replacing = ['login', 'config'] as const;

const attempts: [string, () => Stage][] = [
  ['connecting', () => stage()],
  ['reconnecting', () => attempting(troubled())],
  ['parked', () => attempting(stage({ parked: { code: 'BUG', message: 'broke' } }), 300_000)],
];

function attempting(server: Stage, durationMs = 1_000): Stage {
  server.advance(durationMs);
  expect(server.state.attempting).toBe(true);
  return server;
}

describe.each(attempts)('a retry in an attempt while %s', (connection, begin) => {
  test.each(['user', 'call', 'wake'] as const)('C9 %s joins it', (reason) => {
    const server = begin();
    const before = [...server.link.history];
    server.retry(reason);
    expect(server.state).toMatchObject({ connection, attempting: true });
    expect(server.link.history).toEqual(before);
  });

  test.each(replacing)('C9 %s stops it and starts anew', (reason) => {
    const server = begin();
    const old = server.link.attempts.length;
    server.retry(reason);
    expect(server.state).toMatchObject({ connection, attempting: true, retries: 0 });
    expect(server.link.history.slice(-2)).toEqual([`stop ${old}`, `start ${old + 1}`]);
  });

  test.each(replacing)('C9 C2 %s gives the new attempt its whole deadline', (reason) => {
    const server = begin();
    const isLong = reason === 'config' || connection !== 'reconnecting';
    server.advance(20_000);
    server.retry(reason);
    server.advance(isLong ? 59_999 : 29_999);
    expect(server.state.attempting).toBe(true);
    server.advance(1);
    expect(server.state.attempting).toBe(false);
  });

  test('C9 user leaves the deadline as it is', () => {
    const server = begin();
    const deadlineMs = connection === 'reconnecting' ? 30_000 : 60_000;
    server.advance(deadlineMs - 1);
    server.retry('user');
    server.advance(1);
    expect(server.state.attempting).toBe(false);
  });

  test('C9 F3 wake arms the deadline anew', () => {
    const server = begin();
    const deadlineMs = connection === 'reconnecting' ? 30_000 : 60_000;
    server.advance(deadlineMs - 1);
    server.retry('wake');
    server.advance(deadlineMs - 1);
    expect(server.state.attempting).toBe(true);
    server.advance(1);
    expect(server.state.attempting).toBe(false);
  });

  test.each(reasons)('C9 F2 %s while queued keeps the deadline off', (reason) => {
    const server = begin();
    server.report({ type: 'link.queued' });
    server.retry(reason);
    if (reason === 'login' || reason === 'config') server.report({ type: 'link.queued' });
    server.advance(3_600_000);
    expect(server.state).toMatchObject({ connection, attempting: true });
    expect(server.link.live).toHaveLength(1);
  });
});

describe('a retry between attempts', () => {
  test.each(asked)('C9 C10 %s attempts at once and forgets the failures', (reason) => {
    const server = troubled();
    server.retry(reason);
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      attempting: true,
      retries: 0,
      step: 0,
      flaps: 0,
    });
    server.failed();
    expect(server.state).toMatchObject({ retries: 1, waitMs: 1_000 });
  });

  test('C9 without a reason it is a person asking', () => {
    const server = troubled();
    server.send({ type: 'retry' });
    expect(server.state).toMatchObject({ attempting: true, retries: 0 });
  });

  test('C9 F3 wake attempts at once and charges nothing', () => {
    const server = troubled();
    server.retry('wake');
    expect(server.state).toMatchObject({ attempting: true, retries: 1, step: 1, flaps: 1 });
    server.failed();
    expect(server.state).toMatchObject({ attempting: false, retries: 1, step: 1, waitMs: 1_000 });
  });

  test('C9 C5a call changes nothing when no extra dial is left', () => {
    const server = troubled();
    server.retry('call');
    expect(server.state).toMatchObject({ attempting: false, retries: 1 });
    server.advance(999);
    expect(server.state.attempting).toBe(false);
    server.advance(1);
    expect(server.state.attempting).toBe(true);
  });

  test('C9 the failure of a ladder attempt after a wake is charged again', () => {
    const server = troubled();
    server.retry('wake');
    server.failed();
    server.advance(1_000);
    server.failed();
    expect(server.state).toMatchObject({ retries: 2, step: 2 });
  });
});

describe('a retry while parked', () => {
  const parked = () => {
    const server = stage({ policy: { initialRetries: 1 } });
    server.failed();
    server.advance(1_000);
    server.failed();
    expect(server.state).toMatchObject({ connection: 'parked', retries: 2, step: 2 });
    return server;
  };

  test.each(asked)('C9 C10 R4 %s attempts at once', (reason) => {
    const server = parked();
    server.retry(reason);
    expect(server.state).toMatchObject({
      connection: 'parked',
      attempting: true,
      retries: 0,
      step: 0,
    });
    expect(server.link.live).toHaveLength(1);
  });

  test('C9 wake attempts at once and forgives nothing', () => {
    const server = parked();
    server.retry('wake');
    expect(server.state).toMatchObject({ attempting: true, retries: 2, step: 2 });
  });

  test('C9 C12 call does nothing yet', () => {
    const server = parked();
    server.retry('call');
    expect(server.state.attempting).toBe(false);
  });
});

test.each(reasons)('C9 S1 a retry for %s does nothing after shutdown', (reason) => {
  const server = stage();
  becomeStable(server);
  server.send({ type: 'shutdown' });
  const before = server.value;
  server.retry(reason);
  expect(server.value).toBe(before);
  expect(server.link.attempts).toHaveLength(1);
});
