import { describe, expect, test } from 'vitest';
import { cut, ok, openWorld, settle, world } from './world.ts';

describe('a call that has to wait', () => {
  test('K4 during the first attempt it waits beyond the grace, and goes when the session is there', async () => {
    const on = world();
    const call = on.call();
    await on.clock.advanceSettled(30_000);
    expect(call.outcome).toBe('pending');
    on.open(() => ok);
    await settle(on);
    expect(call).toMatchObject({ outcome: 'ok', result: { attempts: 1, generation: 1 } });
    expect(on.calls.queued).toBe(0);
    expect(on.clock.pending).toBe(1); // the machine's own stability timer
  });

  test('K4 its grace runs from the end of the attempt it was waiting for', async () => {
    const on = world();
    const call = on.call();
    await on.clock.advanceSettled(20_000);
    on.fail();
    await on.clock.advanceSettled(4_999);
    expect(call.outcome).toBe('pending');
    await on.clock.advanceSettled(1);
    expect(call).toMatchObject({ outcome: 'SERVER_UNAVAILABLE', settled: 1 });
    expect(call.error).toMatchObject({ retryable: true, attempts: 0 });
    expect(call.error).not.toHaveProperty('generation');
  });

  test('K4 a call made after a failure has its grace from its own submission', async () => {
    const on = world({ policy: { baseDelayMs: 60_000 } });
    on.fail();
    await on.clock.advanceSettled(3_000);
    const call = on.call();
    await on.clock.advanceSettled(4_999);
    expect(call.outcome).toBe('pending');
    await on.clock.advanceSettled(1);
    expect(call.outcome).toBe('SERVER_UNAVAILABLE');
    expect(call.error).toMatchObject({ retryAfterMs: 52_000 });
  });

  test('K4 grace runs once per outage, whatever attempts come and go in it', async () => {
    const on = openWorld();
    on.lose();
    const call = on.call();
    for (let second = 0; second < 4; second += 1) {
      await on.clock.advanceSettled(1_000);
      if (on.state.attempting) on.fail();
    }
    await on.clock.advanceSettled(999);
    expect(call.outcome).toBe('pending');
    await on.clock.advanceSettled(1);
    expect(call.outcome).toBe('SERVER_UNAVAILABLE');
  });

  test('K4 a call with its own wait outlives the grace and stays through a rebuild of the server', async () => {
    const on = world();
    on.fail();
    const call = on.call({ waitForReadyMs: 120_000 });
    await on.clock.advanceSettled(1_000);
    await on.clock.advanceSettled(20_000);
    expect(call.outcome).toBe('pending');
    on.open(() => ok);
    await settle(on);
    expect(call.outcome).toBe('ok');
  });

  test('K4 no wait at all fails at once', async () => {
    const on = world();
    const call = on.call({ waitForReadyMs: 0 });
    await settle(on);
    expect(call.outcome).toBe('SERVER_UNAVAILABLE');
  });

  test('K4 while running calls drain for a rebuild a new one waits, up to the end of its first attempt', async () => {
    const on = openWorld();
    const running = on.call();
    on.send({ type: 'retry' });
    expect(on.state.draining).toBe(true);
    const waiting = on.call();
    await on.clock.advanceSettled(4_000);
    on.session.asked[0]?.answer(ok);
    await settle(on);
    expect(running.outcome).toBe('ok');
    expect(on.state).toMatchObject({ connection: 'reconnecting', attempting: true });
    await on.clock.advanceSettled(20_000);
    expect(waiting.outcome).toBe('pending');
    on.fail();
    await on.clock.advanceSettled(4_999);
    expect(waiting.outcome).toBe('pending');
    await on.clock.advanceSettled(1);
    expect(waiting.outcome).toBe('SERVER_UNAVAILABLE');
  });

  test('K3 beyond the places calls queue in order, and a full queue refuses', async () => {
    const on = openWorld({ policy: { maxConcurrentCalls: 2, queueLimit: 2 } });
    const calls = Array.from({ length: 5 }, () => on.call());
    await settle(on);
    expect(calls.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 4 }, () => 'pending'),
      'QUEUE_FULL',
    ]);
    expect(on.calls).toMatchObject({ inFlight: 2, queued: 2 });
    on.session.asked[0]?.answer(ok);
    await settle(on);
    expect(on.session.asked).toHaveLength(3);
    expect(on.calls).toMatchObject({ inFlight: 2, queued: 1 });
  });

  test('K4 a wait that ends with session and closed breaker ends as QUEUE_FULL', async () => {
    const on = openWorld({ policy: { maxConcurrentCalls: 1 } });
    on.call();
    const call = on.call({ waitForReadyMs: 700 });
    await on.clock.advanceSettled(700);
    expect(call.outcome).toBe('QUEUE_FULL');
  });

  test('K1 the total limit ends a waiting call with the error of that moment', async () => {
    const on = world();
    const call = on.call({ maxTotalMs: 2_000 });
    await on.clock.advanceSettled(2_000);
    expect(call.outcome).toBe('SERVER_UNAVAILABLE');
  });

  test('K4 a call queued for a place is judged again when the session is lost', async () => {
    const on = openWorld({ policy: { maxConcurrentCalls: 1, baseDelayMs: 50_000 } });
    const running = on.call({ replay: 'never' });
    const queued = on.call();
    await on.clock.advanceSettled(10_000);
    on.lose();
    await settle(on);
    expect(running.outcome).toBe('OUTCOME_UNKNOWN');
    await on.clock.advanceSettled(4_999);
    expect(queued.outcome).toBe('pending');
    await on.clock.advanceSettled(1);
    expect(queued.outcome).toBe('SERVER_UNAVAILABLE');
  });

  test('K3 replays go to the head of the queue and do not count against it', async () => {
    const on = openWorld({ policy: { maxConcurrentCalls: 1, queueLimit: 1 } });
    on.call();
    on.call({}, 'write');
    on.session.asked[0]?.answer(cut);
    on.lose();
    await settle(on);
    expect(on.calls.queued).toBe(2);
    await on.clock.advanceSettled(1_000);
    on.open();
    await settle(on);
    expect(on.session.asked.map(({ params }) => params['name'])).toEqual(['read']);
  });
});

describe('a call to a parked server', () => {
  const parking = { initialRetries: 0 };

  test('K4 fails at once with reason and next probe', async () => {
    const on = world({ policy: parking });
    on.fail();
    const call = on.call();
    await settle(on);
    expect(call.outcome).toBe('SERVER_PARKED');
    // C12: a call may wake it earlier than it would probe itself.
    expect(call.error).toMatchObject({ retryAfterMs: 30_000, attempts: 0 });
  });

  test('K4 with reason auth it asks for a login', async () => {
    const on = world({ policy: parking });
    on.fail({ kind: 'auth', code: 'HTTP_401' });
    const call = on.call();
    await settle(on);
    expect(call.outcome).toBe('AUTH_REQUIRED');
  });

  test('K4 parking settles the waiters that nothing can serve before their end, and keeps the others', async () => {
    const on = world({ policy: parking });
    const [plain, short, long] = [
      on.call(),
      on.call({ waitForReadyMs: 20_000 }),
      on.call({ waitForReadyMs: 60_000 }),
    ];
    on.fail();
    await settle(on);
    expect([plain.outcome, short.outcome, long.outcome]).toEqual([
      'SERVER_PARKED',
      'SERVER_PARKED',
      'pending',
    ]);
  });

  test('C12 a waiting call wakes the server when its rest is over', async () => {
    const on = world({ policy: parking });
    on.fail();
    const call = on.call({ waitForReadyMs: 60_000 });
    await on.clock.advanceSettled(29_999);
    expect(on.state.attempting).toBe(false);
    await on.clock.advanceSettled(1);
    expect(on.state.attempting).toBe(true);
    on.open(() => ok);
    await settle(on);
    expect(call.outcome).toBe('ok');
  });

  test('C12 a call without a wait wakes a rested server for the next one, and fails at once', async () => {
    const on = world({ policy: parking });
    on.fail();
    await on.clock.advanceSettled(29_000);
    on.call();
    expect(on.sent).toEqual([]);
    await on.clock.advanceSettled(1_000);
    const call = on.call();
    await settle(on);
    expect(call.outcome).toBe('SERVER_PARKED');
    expect(on.sent).toEqual([{ type: 'retry', reason: 'call' }]);
    expect(on.state.attempting).toBe(true);
  });

  test.each(['permanent', 'auth'] as const)(
    'C12 a call never wakes for reason %s',
    async (kind) => {
      const on = world({ policy: { ...parking, parkedProbeMs: false } });
      on.fail({ kind });
      await on.clock.advanceSettled(60_000);
      const call = on.call({ waitForReadyMs: 600_000 });
      await settle(on);
      expect(call.outcome).not.toBe('pending');
      expect(on.sent).toEqual([]);
    },
  );

  test('C12 a failed wake is asked for again when the next rest is over', async () => {
    const on = world({ policy: parking });
    on.fail();
    const call = on.call({ waitForReadyMs: 100_000 });
    await on.clock.advanceSettled(30_000);
    on.fail();
    await on.clock.advanceSettled(29_999);
    expect(on.state.attempting).toBe(false);
    await on.clock.advanceSettled(1);
    expect(on.state.attempting).toBe(true);
    on.fail();
    await on.clock.advanceSettled(30_000);
    on.fail();
    // The next rest would end after the call does.
    await settle(on);
    expect(call).toMatchObject({ outcome: 'SERVER_PARKED', settled: 1 });
  });
});

describe('extra dials', () => {
  const slow = { baseDelayMs: 60_000 };

  test('C5a a waiting call asks eagerDialMs after the last attempt ended, once per attempt', async () => {
    const on = world({ transport: 'http', policy: slow });
    on.fail();
    on.call({ waitForReadyMs: 60_000 });
    await on.clock.advanceSettled(749);
    expect(on.sent).toEqual([]);
    await on.clock.advanceSettled(1);
    expect(on.sent).toEqual([{ type: 'retry', reason: 'call' }]);
    await on.clock.advanceSettled(500);
    on.fail();
    await on.clock.advanceSettled(749);
    expect(on.sent).toHaveLength(1);
    await on.clock.advanceSettled(1);
    expect(on.sent).toHaveLength(2);
  });

  test('C5a nobody asks without a waiting call, over stdio, or after an attempt longer than the slot', async () => {
    const idle = world({ transport: 'http', policy: slow });
    const stdio = world({ policy: slow });
    const long = world({ transport: 'http', policy: slow });
    await long.clock.advanceSettled(5_001);
    for (const on of [idle, stdio, long]) on.fail();
    for (const on of [stdio, long]) on.call();
    for (const on of [idle, stdio, long]) {
      await on.clock.advanceSettled(4_000);
      expect(on.sent).toEqual([]);
    }
  });

  test('C5a once the dials of an outage are used up, the machine is asked no more than once per attempt', async () => {
    const on = world({ transport: 'http', policy: { ...slow, eagerDials: 1 } });
    on.fail();
    on.call({ waitForReadyMs: 50_000 });
    await on.clock.advanceSettled(750);
    on.fail();
    await on.clock.advanceSettled(40_000);
    expect(on.sent).toHaveLength(2);
  });

  test('C5a a session that opens in the same moment takes the waiting calls along', async () => {
    const on = world({ transport: 'http', policy: slow, reopens: () => ok });
    on.fail();
    const calls = [on.call(), on.call()];
    await on.clock.advanceSettled(750);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });
});
