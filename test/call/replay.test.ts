import { describe, expect, test } from 'vitest';
import { ok, openWorld, readTool, settle, status } from './world.ts';

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

  test('K7 one that its caller asked for waits for no list', async () => {
    const on = openWorld();
    const call = on.call({ replay: 'always' }, 'write');
    await on.clock.advanceSettled(30_000);
    on.lose();
    await settle(on);
    on.listIsFresh = false;
    on.open(() => ok);
    await settle(on);
    expect(call).toMatchObject({ outcome: 'ok', result: { attempts: 2 } });
  });

  test('K7 K2 without a fresh list in time a replay is not made, and says why', async () => {
    const on = openWorld();
    await on.clock.advanceSettled(30_000);
    const call = on.call();
    on.lose();
    await settle(on);
    on.listIsFresh = false;
    on.open(() => ok);
    await on.clock.advanceSettled(5_000);
    expect(call.outcome).toBe('OUTCOME_UNKNOWN');
    expect(call.error.cause).toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    expect(on.session.asked).toEqual([]);
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
