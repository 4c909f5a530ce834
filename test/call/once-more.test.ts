import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/link/session.ts';
import { ok, openWorld, settle, status } from './world.ts';

describe('a call that is turned away before it ran', () => {
  test('K5 thirty calls on one expired session wait for one repair, and all succeed', async () => {
    const on = openWorld({ transport: 'http' });
    await on.clock.advanceSettled(30_000);
    const expired = on.session;
    expired.reply = () => status(404, { sessionGone: true });
    const calls = Array.from({ length: 30 }, () => on.call({}, 'write'));
    on.lose({ kind: 'sessionExpired' });
    await settle(on);
    expect(on.calls).toMatchObject({ inFlight: 0, queued: 30 });
    on.open(() => ok);
    await settle(on);
    expect(calls.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 30 }, () => 'ok'));
    expect(calls[0]?.result).toMatchObject({ attempts: 2, generation: 2 });
    expect(on.sessions).toHaveLength(2);
    expect(expired.asked).toHaveLength(30);
    expect(on.sent).toEqual([]);
  });

  test('K6 it does not go out again over the session that turned it away', async () => {
    const on = openWorld({ transport: 'http' });
    on.session.reply = () => status(404, { sessionGone: true });
    const call = on.call();
    await on.clock.advanceSettled(4_999);
    expect(on.session.asked).toHaveLength(1);
    await on.clock.advanceSettled(1);
    expect(call.outcome).toBe('SERVER_UNAVAILABLE');
    expect(call.error).toMatchObject({ attempts: 1, generation: 1 });
  });

  test('K6 once more, and not twice', async () => {
    const on = openWorld({ transport: 'http' });
    const expire = () => status(404, { sessionGone: true });
    on.session.reply = expire;
    const call = on.call();
    on.lose({ kind: 'sessionExpired' });
    await settle(on);
    on.open(expire);
    await settle(on);
    expect(call.outcome).toBe('SERVER_UNAVAILABLE');
    expect(call.error).toMatchObject({ attempts: 2 });
  });

  test('K6 a 401 waits for the repair, and ends as AUTH_REQUIRED', async () => {
    const on = openWorld({ transport: 'http' });
    on.session.reply = () => status(401);
    const call = on.call();
    await on.clock.advanceSettled(5_000);
    expect(call.outcome).toBe('AUTH_REQUIRED');
    expect(on.sent).toEqual([]);
  });

  test('K6 an overload with a hint within the grace is tried again then', async () => {
    const on = openWorld({ transport: 'http' });
    on.session.reply = () => status(429, { retryAfterMs: 2_000 });
    const call = on.call();
    await settle(on);
    on.session.reply = () => ok;
    await on.clock.advanceSettled(1_999);
    expect(call.outcome).toBe('pending');
    await on.clock.advanceSettled(1);
    expect(call).toMatchObject({ outcome: 'ok', result: { attempts: 2 } });
  });

  test('K6 an overload without a hint, or with one beyond the wait, ends at once as OVERLOADED', async () => {
    const on = openWorld({ transport: 'http' });
    const answers: Answer[] = [
      status(429),
      status(503, { retryAfterMs: 9_000 }),
      status(503, { retryAfterMs: 9_000 }),
    ];
    on.session.reply = () => answers.shift();
    const calls = [on.call(), on.call(), on.call({ waitForReadyMs: 10_000 })];
    await settle(on);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['OVERLOADED', 'OVERLOADED', 'pending']);
    expect(calls[1]?.error).toMatchObject({ retryAfterMs: 9_000 });
    expect(on.sent).toMatchObject(Array(3).fill({ failure: { kind: 'overload' } }));
  });
});

describe('a call that could not be sent', () => {
  const notSent: Answer = { kind: 'notSent', code: 'ECONNREFUSED', message: 'refused' };

  test('K6 it is sent again after a sign of life, at most three times', async () => {
    const on = openWorld({ transport: 'http' });
    on.session.reply = () => notSent;
    const call = on.call();
    for (let sending = 1; sending <= 4; sending += 1) {
      await settle(on);
      expect(on.session.asked).toHaveLength(sending);
      on.session.received += 1;
      await on.clock.advanceSettled(100);
    }
    expect(call.outcome).toBe('SERVER_UNAVAILABLE');
    expect(call.error).toMatchObject({ attempts: 0, retryable: true });
    expect(on.session.asked).toHaveLength(4);
    expect(on.sent).toEqual([]);
  });

  test('K6 it goes out in the repaired session', async () => {
    const on = openWorld({ transport: 'http' });
    await on.clock.advanceSettled(30_000);
    on.session.reply = () => notSent;
    const call = on.call({}, 'write');
    on.lose();
    await settle(on);
    on.open(() => ok);
    await settle(on);
    expect(call).toMatchObject({ outcome: 'ok', result: { attempts: 1, generation: 2 } });
  });

  test('K6 without either it ends with its grace', async () => {
    const on = openWorld();
    on.session.reply = () => notSent;
    const call = on.call();
    await on.clock.advanceSettled(5_000);
    expect(call.outcome).toBe('SERVER_UNAVAILABLE');
    expect(on.session).toMatchObject({ checks: 1 });
    expect(on.session.asked).toHaveLength(1);
  });
});
