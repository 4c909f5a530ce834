import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createServerMachine, publicState } from '../../machines/index.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';
import { failUntilParked, stage } from './stage.ts';

describe('the first connect', () => {
  test('C1 a new actor attempts at once', () => {
    const server = stage();
    expect(server.state).toMatchObject({ connection: 'connecting', attempting: true, retries: 0 });
    expect(server.link.history).toEqual(['start 1']);
  });

  test('C1 an actor that replaces a crashed one waits parked, with reason and error kept', () => {
    const server = stage({ parked: { code: 'BUG', message: 'broke' }, generation: 7 });
    expect(server.state).toMatchObject({
      connection: 'parked',
      attempting: false,
      parkReason: 'internal',
      generation: 7,
      waitMs: 300_000,
      lastError: { code: 'BUG', message: 'broke', kind: 'internal' },
    });
    expect(server.link.attempts).toEqual([]);
  });

  test('C1 a server parked from the start probes itself like any other', () => {
    const server = stage({ parked: { code: 'BUG', message: 'broke' }, generation: 7 });
    server.advance(300_000);
    server.opened();
    expect(server.state).toMatchObject({ connection: 'ready', generation: 8 });
  });

  test('C2 one attempt at a time: the old link is stopped before the next one starts', () => {
    const server = stage();
    server.failed();
    expect(server.link.history).toEqual(['start 1', 'stop 1']);
    server.advance(1_000);
    expect(server.link.history).toEqual(['start 1', 'stop 1', 'start 2']);
    expect(server.link.live).toHaveLength(1);
  });

  test('C1 C6a a session is neither proven nor stable, before the first one and in each', () => {
    const server = stage();
    const session = () => server.actor.getSnapshot().context.session;
    expect(session()).toStrictEqual({ proven: false, stable: false });
    server.opened();
    expect(session()).toStrictEqual({ proven: false, stable: false });
  });

  test('C2 an opened link lives on through its session', () => {
    const server = stage();
    server.opened();
    expect(server.state).toMatchObject({ connection: 'ready', attempting: false, generation: 1 });
    expect(server.link.history).toEqual(['start 1']);
  });

  test('C2 the first attempt times out after 60 s, and its link is closed', () => {
    const server = stage();
    server.advance(59_999);
    expect(server.state.attempting).toBe(true);
    server.advance(1);
    expect(server.state).toMatchObject({
      connection: 'connecting',
      attempting: false,
      retries: 1,
      lastError: {
        code: 'CONNECT_TIMEOUT',
        kind: 'transient',
        message: 'the attempt took too long',
      },
    });
    expect(server.link.live).toEqual([]);
  });

  test('C2 a machine that was given no link tries in vain until the deadline', () => {
    const clock = createStepClock();
    const machine = createServerMachine({ random: () => 0 });
    const actor = createActor(machine, { input: { server: 'files' }, clock }).start();
    expect(machine.id).toBe('server');
    expect(publicState(actor.getSnapshot())).toMatchObject({ attempting: true });
    clock.advance(60_000);
    expect(publicState(actor.getSnapshot()).lastError).toMatchObject({ code: 'CONNECT_TIMEOUT' });
    actor.stop();
  });

  test('C2 the long deadline holds for every attempt until one opened', () => {
    const server = stage();
    server.failed();
    server.advance(1_000 + 59_999);
    expect(server.state.attempting).toBe(true);
    server.advance(1);
    expect(server.state.attempting).toBe(false);
  });

  test('C2 after the first session an attempt has 30 s', () => {
    const server = stage();
    server.opened();
    server.lost();
    server.advance(1_000 + 29_999);
    expect(server.state).toMatchObject({ connection: 'reconnecting', attempting: true });
    server.advance(1);
    expect(server.state).toMatchObject({ attempting: false, retries: 2 });
  });

  test('C2 a new configuration has the long deadline again', () => {
    const server = stage();
    server.opened();
    server.retry('config');
    server.send({ type: 'drained' });
    expect(server.link.attempts[1]?.input.openedBefore).toBe(false);
    server.advance(59_999);
    expect(server.state.attempting).toBe(true);
    server.advance(1);
    expect(server.state.attempting).toBe(false);
  });

  test('C2 a new configuration with a bad policy was never opened either', () => {
    const server = stage();
    server.opened();
    server.retry('config', { jitter: 7 });
    server.send({ type: 'drained' });
    expect(server.link.attempts[1]?.input.openedBefore).toBe(false);
  });

  test('C2 a retry for another reason keeps the short deadline', () => {
    const server = stage();
    server.opened();
    server.retry('login');
    server.send({ type: 'drained' });
    expect(server.link.attempts[1]?.input).toEqual({
      server: 'files',
      generation: 2,
      openedBefore: true,
    });
    server.advance(30_000);
    expect(server.state.attempting).toBe(false);
  });

  test('C2 F2 the deadline is off while the link is queued', () => {
    const server = stage();
    server.report({ type: 'link.queued' });
    server.advance(3_600_000);
    expect(server.state).toMatchObject({ connection: 'connecting', attempting: true, retries: 0 });
  });

  test('C2 F2 the deadline is armed anew when the gate grants', () => {
    const server = stage();
    server.advance(50_000);
    server.report({ type: 'link.queued' });
    server.advance(500_000);
    server.report({ type: 'link.granted' });
    server.advance(59_999);
    expect(server.state.attempting).toBe(true);
    server.advance(1);
    expect(server.state.attempting).toBe(false);
  });

  test('C2 a grant without a queue arms the deadline anew', () => {
    const server = stage();
    server.advance(50_000);
    server.report({ type: 'link.granted' });
    server.advance(59_999);
    expect(server.state.attempting).toBe(true);
    server.advance(1);
    expect(server.state.attempting).toBe(false);
    expect(server.link.attempts).toHaveLength(1);
  });

  test('C2 C13 a link may open or fail while it is queued', () => {
    const opening = stage();
    opening.report({ type: 'link.queued' });
    opening.opened();
    expect(opening.state.connection).toBe('ready');
    const failing = stage();
    failing.report({ type: 'link.queued' });
    failing.failed({ code: 'LEFTOVER_PROCESS', message: '4711' });
    expect(failing.state).toMatchObject({ retries: 1, lastError: { code: 'LEFTOVER_PROCESS' } });
  });

  test('C2 a link that reports its session while it starts is heard', () => {
    const server = stage({ script: { onStart: (link) => link.report({ type: 'link.opened' }) } });
    expect(server.state).toMatchObject({ connection: 'ready', generation: 1 });
  });

  test('C2 whatever an old link reports late is dropped', () => {
    const server = stage();
    const [first] = server.link.attempts;
    server.failed();
    first?.report({ type: 'link.opened' });
    expect(server.state).toMatchObject({ connection: 'connecting', generation: 0 });
    server.advance(1_000);
    first?.report({ type: 'link.opened' });
    first?.report({ type: 'link.failed', failure: { kind: 'permanent', code: 'X', message: '' } });
    expect(server.state).toMatchObject({ attempting: true, generation: 0, retries: 1 });
  });

  test('C3 R10 three retries make four attempts, then the server parks as not started', () => {
    const server = stage();
    failUntilParked(server);
    expect(server.link.attempts).toHaveLength(4);
    expect(server.state).toMatchObject({
      connection: 'parked',
      parkReason: 'startup',
      retries: 4,
      lastError: { code: 'ECONNREFUSED', message: 'refused', kind: 'transient' },
    });
  });

  test('C3 a budget of no retries parks on the first failure', () => {
    const server = stage({ policy: { initialRetries: 0 } });
    server.failed();
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'startup' });
  });

  test('C3 the server stays in connecting until its first session', () => {
    const server = stage();
    server.failed();
    expect(server.state.connection).toBe('connecting');
    server.advance(1_000);
    expect(server.state).toMatchObject({ connection: 'connecting', attempting: true });
  });

  test('R10 revival clears the error and the reason', () => {
    const server = stage({ policy: { initialRetries: 0 } });
    server.failed();
    server.retry();
    server.opened();
    expect(server.state).toMatchObject({ connection: 'ready', retries: 0 });
    expect(server.state).not.toHaveProperty('lastError');
    expect(server.state).not.toHaveProperty('parkReason');
  });

  test.each([
    ['permanent', 'permanent'],
    ['auth', 'auth'],
  ] as const)('C4 a failure of kind %s parks at once and is not charged', (kind, reason) => {
    const server = stage();
    server.failed({ kind, code: 'X', message: 'no' });
    expect(server.state).toMatchObject({
      connection: 'parked',
      parkReason: reason,
      retries: 0,
      step: 0,
      lastError: { code: 'X', kind },
    });
    expect(server.link.live).toEqual([]);
  });

  test.each(['permanent', 'auth'] as const)(
    'C4 a failure of kind %s parks a reconnecting server too',
    (kind) => {
      const server = stage();
      server.opened();
      server.lost();
      server.advance(1_000);
      server.failed({ kind });
      expect(server.state).toMatchObject({ connection: 'parked', parkReason: kind, retries: 1 });
    },
  );

  test('C4 a permanent failure of a free attempt parks as well', () => {
    const server = stage();
    server.failed();
    server.retry('wake');
    server.failed({ kind: 'permanent' });
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'permanent' });
  });
});
