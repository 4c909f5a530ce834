import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/link/session.ts';
import { ok, openWorld, readTool, settle, status, world } from './world.ts';

describe('a call that is answered', () => {
  test('K11 the result carries attempts and generation beside its own fields', async () => {
    const on = openWorld();
    const call = on.call();
    on.session.asked[0]?.answer({
      kind: 'result',
      result: { content: [{ type: 'text', text: 'hi' }], isError: true, extra: 1 },
    });
    await settle(on);
    expect(call.result).toEqual({
      content: [{ type: 'text', text: 'hi' }],
      isError: true,
      extra: 1,
      attempts: 1,
      generation: 1,
    });
  });

  test('K10 an answer proves the session, and on the hot path the machine hears nothing', async () => {
    const on = openWorld();
    on.session.reply = () => ok;
    on.call();
    await settle(on);
    expect(on.session.proofs).toBe(1);
    expect(on.sent).toEqual([]);
  });

  test('K6 a JSON-RPC error is SERVER_ERROR with its code and data, and is not repeated', async () => {
    const on = openWorld();
    on.session.reply = () => ({
      kind: 'error',
      code: -32000,
      message: 'no\u001b[31m',
      data: { a: 1 },
    });
    const call = on.call();
    await settle(on);
    expect(call.outcome).toBe('SERVER_ERROR');
    expect(call.error).toMatchObject({ rpcCode: -32000, rpcData: { a: 1 }, attempts: 1 });
    expect(String(call.error['message'])).not.toContain('\u001b');
    expect(on.session.asked).toHaveLength(1);
  });

  test('K6 a result that breaks its own output schema is SERVER_ERROR, and no failure of the link', async () => {
    const outputSchema = { type: 'object', required: ['n'], properties: { n: { type: 'number' } } };
    const on = openWorld({ tools: [{ ...readTool, outputSchema }] });
    const answers: Answer[] = [
      { kind: 'result', result: { content: [], structuredContent: { n: 'one' } } },
      { kind: 'result', result: { content: [] } },
      { kind: 'result', result: { content: [], structuredContent: { n: 1 } } },
      { kind: 'result', result: { content: [], isError: true } },
    ];
    on.session.reply = () => answers.shift();
    const calls = [on.call(), on.call(), on.call(), on.call()];
    await settle(on);
    expect(calls.map(({ outcome }) => outcome)).toEqual([
      'SERVER_ERROR',
      'SERVER_ERROR',
      'ok',
      'ok',
    ]);
    expect(on.sent).toEqual([]);
  });
});

describe('a call that times out', () => {
  test('K9 it is cancelled on the wire, starts a check, and is no loss', async () => {
    const on = openWorld();
    const call = on.call({ timeoutMs: 1_000, replay: 'always' });
    await on.clock.advanceSettled(1_000);
    expect(call).toMatchObject({ outcome: 'CALL_TIMEOUT', settled: 1 });
    expect(on.session.asked[0]?.cancelled).toBe('The call timed out.');
    expect(on.session.checks).toBe(1);
    expect(on.state.connection).toBe('ready');
    expect(on.session.asked).toHaveLength(1);
  });

  test('K1 progress extends the timeout, and never the total', async () => {
    const on = openWorld();
    const seen: unknown[] = [];
    const call = on.call({
      timeoutMs: 1_000,
      maxTotalMs: 2_500,
      onProgress: (progress) => {
        seen.push(progress);
        throw new Error('a listener of the caller');
      },
    });
    for (let step = 0; step < 3; step += 1) {
      await on.clock.advanceSettled(800);
      expect(call.outcome).toBe('pending');
      on.session.asked[0]?.onProgress?.({ progress: step });
    }
    await on.clock.advanceSettled(99);
    expect(call.outcome).toBe('pending');
    await on.clock.advanceSettled(1);
    expect(call.outcome).toBe('CALL_TIMEOUT');
    expect(seen).toHaveLength(3);
  });

  test('K1 the timeout runs from dispatch, not from submission', async () => {
    const on = world();
    const call = on.call({ timeoutMs: 1_000 });
    await on.clock.advanceSettled(20_000);
    on.open();
    await on.clock.advanceSettled(999);
    expect(call.outcome).toBe('pending');
    await on.clock.advanceSettled(1);
    expect(call.outcome).toBe('CALL_TIMEOUT');
  });

  test('B2 a timeout says whether the link was idle', async () => {
    const on = openWorld();
    on.call({ timeoutMs: 1_000 });
    await on.clock.advanceSettled(1_000);
    on.call({ timeoutMs: 1_000 });
    on.session.received += 1;
    await on.clock.advanceSettled(1_000);
    expect(on.sent).toMatchObject([{ linkIdle: true }, { linkIdle: false }]);
  });
});

describe('a call that its caller cancels', () => {
  test('K1 before dispatch nothing is sent', async () => {
    const on = world();
    const controller = new AbortController();
    const call = on.call({ signal: controller.signal });
    controller.abort('enough');
    await settle(on);
    expect(call).toMatchObject({ outcome: 'CALL_CANCELLED', settled: 1 });
    expect(call.error.cause).toBe('enough');
    expect(on.open().asked).toEqual([]);
  });

  test('K1 during the call the server is told, and the breaker hears nothing', async () => {
    const on = openWorld();
    const controller = new AbortController();
    const call = on.call({ signal: controller.signal });
    controller.abort();
    await settle(on);
    expect(call).toMatchObject({ outcome: 'CALL_CANCELLED', settled: 1 });
    expect(on.session.asked[0]?.cancelled).toBeDefined();
    expect(on.sent).toEqual([]);
  });

  test('K1 a signal that is aborted already sends nothing', async () => {
    const on = openWorld();
    const call = on.call({ signal: AbortSignal.abort() });
    await settle(on);
    expect(call.outcome).toBe('CALL_CANCELLED');
    expect(on.session.asked).toEqual([]);
  });

  test('K1 no listener stays on a signal that outlives its calls', async () => {
    const on = openWorld();
    on.session.reply = () => ok;
    const { signal } = new AbortController();
    let listening = 0;
    const counted = Object.assign(Object.create(signal) as AbortSignal, {
      addEventListener: () => (listening += 1),
      removeEventListener: () => (listening -= 1),
    });
    Object.defineProperty(counted, 'aborted', { value: false });
    on.call({ signal: counted });
    expect(listening).toBe(1);
    await settle(on);
    expect(listening).toBe(0);
  });
});

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

describe('a call whose outcome is unknown', () => {
  test('K7 a tool that bears it is sent once more in the next session', async () => {
    const on = openWorld();
    await on.clock.advanceSettled(30_000);
    const [read, write, forced, never] = [
      on.call(),
      on.call({}, 'write'),
      on.call({ replay: 'always' }, 'write'),
      on.call({ replay: 'never' }),
    ];
    on.lose();
    await settle(on);
    expect([write.outcome, never.outcome]).toEqual(['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN']);
    on.open(() => ok);
    await settle(on);
    expect(read).toMatchObject({ outcome: 'ok', result: { attempts: 2, generation: 2 } });
    expect(forced).toMatchObject({ outcome: 'ok' });
  });

  test('K7 it is replayed at most once', async () => {
    const on = openWorld();
    const call = on.call();
    await on.clock.advanceSettled(30_000);
    on.lose();
    await settle(on);
    on.open();
    await settle(on);
    on.session.cutAll();
    await settle(on);
    expect(call).toMatchObject({ outcome: 'OUTCOME_UNKNOWN', settled: 1 });
    expect(call.error).toMatchObject({ attempts: 2, generation: 2 });
  });

  test('K7 a replay that cannot be made keeps its cause', async () => {
    const on = openWorld({ policy: { reconnectRetries: 0 } });
    const call = on.call();
    on.lose();
    await settle(on);
    expect(on.state.connection).toBe('parked');
    expect(call.outcome).toBe('OUTCOME_UNKNOWN');
    expect(call.error.cause).toMatchObject({ code: 'SERVER_PARKED' });
  });

  test('K7 grace over, shut down, tool gone: sent is sent', async () => {
    const causes: unknown[] = [];
    const endings: ((on: ReturnType<typeof openWorld>) => Promise<void> | void)[] = [
      (on) => on.clock.advanceSettled(5_000),
      (on) => on.calls.shutDown(),
      (on) => {
        on.tools = [];
        on.open();
      },
    ];
    for (const end of endings) {
      const on = openWorld({ policy: { baseDelayMs: 50_000 } });
      const call = on.call();
      on.lose();
      await settle(on);
      if (end === endings[2]) await on.clock.advanceSettled(1_000);
      if (end === endings[2]) on.send({ type: 'retry' });
      await end(on);
      await settle(on);
      expect(call).toMatchObject({ outcome: 'OUTCOME_UNKNOWN', settled: 1 });
      causes.push(call.error.cause);
    }
    expect(causes).toMatchObject([
      { code: 'SERVER_UNAVAILABLE' },
      { code: 'SERVER_SHUT_DOWN' },
      { code: 'TOOL_UNKNOWN' },
    ]);
  });

  test('K7 the fresh list has the last word on whether a second run does no harm', async () => {
    const on = openWorld();
    const call = on.call();
    await on.clock.advanceSettled(30_000);
    on.lose();
    await settle(on);
    on.tools = [{ ...readTool, annotations: { readOnlyHint: false } }];
    const session = on.open();
    await settle(on);
    expect(call.outcome).toBe('OUTCOME_UNKNOWN');
    expect(session.asked).toEqual([]);
  });

  test('K7 a replay waits for a list that is being refreshed', async () => {
    const on = openWorld();
    const call = on.call();
    await on.clock.advanceSettled(30_000);
    on.lose();
    await settle(on);
    on.listIsFresh = false;
    on.open(() => ok);
    await on.clock.advanceSettled(1_000);
    expect(call.outcome).toBe('pending');
    on.listIsFresh = true;
    on.endRefresh();
    await settle(on);
    expect(call.outcome).toBe('ok');
  });

  test('K7 an answer that is not JSON-RPC is PROTOCOL_ERROR, where it cannot be replayed', async () => {
    const on = openWorld({ transport: 'http' });
    on.session.reply = () => ({ kind: 'malformed', code: 'HTML', message: 'a page' });
    const call = on.call({}, 'write');
    await settle(on);
    expect(call.outcome).toBe('PROTOCOL_ERROR');
    expect(on.sent).toMatchObject([{ failure: { kind: 'protocol' }, generation: 1 }]);
  });

  test('K7 in a session that still lives, the replay waits for a sign of life', async () => {
    const on = openWorld({ transport: 'http' });
    on.session.reply = () => status(502);
    const call = on.call();
    await on.clock.advanceSettled(1_000);
    expect(on.session).toMatchObject({ checks: 1 });
    expect(on.session.asked).toHaveLength(1);
    on.session.reply = () => ok;
    on.session.received += 1;
    await on.clock.advanceSettled(100);
    expect(call).toMatchObject({ outcome: 'ok', result: { attempts: 2, generation: 1 } });
  });

  test('K8 an answer that arrives late over the old session still counts', async () => {
    const on = openWorld({ transport: 'http' });
    const call = on.call();
    const old = on.session;
    await on.clock.advanceSettled(30_000);
    on.lose({ kind: 'sessionExpired' });
    on.open();
    old.asked[0]?.answer(ok);
    await settle(on);
    expect(call).toMatchObject({ outcome: 'ok', result: { generation: 1 } });
  });
});
