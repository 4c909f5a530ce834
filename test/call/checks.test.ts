import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { CallOptions } from '../../src/call/call-options.ts';
import { ok, openWorld, readTool, settle, world } from './world.ts';

const strictRead = {
  ...readTool,
  inputSchema: { type: 'object', required: ['path'], properties: { path: { type: 'string' } } },
};

describe('the order of checks', () => {
  test('K2 an unknown tool names the known ones', async () => {
    const on = openWorld();
    const call = on.call({}, 'reed');
    await settle(on);
    expect(call.outcome).toBe('TOOL_UNKNOWN');
    expect(call.error['message']).toContain('read, write');
  });

  test('K2 parked goes before an unknown tool, and an unknown tool before its arguments', async () => {
    const on = world({ policy: { initialRetries: 0 } });
    on.fail();
    const call = on.call({}, 'reed');
    await settle(on);
    expect(call.outcome).toBe('SERVER_PARKED');
  });

  test('K2 parked and shut down go before bad arguments, and bad arguments before admission', async () => {
    const outcomes = [];
    for (const end of [{ kind: 'permanent' }, 'shutdown', {}] as const) {
      const on = world({ tools: [strictRead], policy: { graceMs: 0 } });
      if (end === 'shutdown') on.send({ type: 'shutdown' });
      else on.fail(end);
      const call = on.call();
      await settle(on);
      outcomes.push(call.outcome);
    }
    expect(outcomes).toEqual(['SERVER_PARKED', 'SERVER_SHUT_DOWN', 'INVALID_ARGUMENTS']);
    const waking = world({ tools: [strictRead] });
    waking.fail({ kind: 'transient' });
    waking.send({ type: 'configure', policy: { initialRetries: 0 } });
    await waking.clock.advanceSettled(1_000);
    waking.fail();
    const patient = waking.call({ waitForReadyMs: 60_000 });
    await settle(waking);
    expect([waking.state.connection, patient.outcome]).toEqual(['parked', 'INVALID_ARGUMENTS']);
  });

  test('K2 bad arguments are refused before anything is sent', async () => {
    const on = openWorld({ tools: [strictRead] });
    const call = on.call();
    await settle(on);
    expect(call.outcome).toBe('INVALID_ARGUMENTS');
    expect(call.error['message']).toContain('arguments.path is missing');
    expect(on.session.asked).toEqual([]);
  });

  test('K2 an argument is only what was given, whatever objects inherit under its name', async () => {
    const properties = { constructor: { type: 'string' }, toString: { type: 'string' } };
    const on = openWorld({ tools: [{ ...readTool, inputSchema: { type: 'object', properties } }] });
    on.call();
    await settle(on);
    expect(on.session.asked).toHaveLength(1);
    const inputSchema = { type: 'object', properties, required: ['toString'] };
    const missing = openWorld({ tools: [{ ...readTool, inputSchema }] }).call();
    await settle(on);
    expect(missing.error['message']).toContain('arguments.toString is missing');
  });

  test('K2 without a session an unlisted tool waits, and is judged by the fresh list', async () => {
    const on = world({ tools: [] });
    const [known, unknown] = [on.call(), on.call({}, 'reed')];
    await on.clock.advanceSettled(1_000);
    on.tools = [readTool];
    on.open(() => ok);
    await settle(on);
    expect([known.outcome, unknown.outcome]).toEqual(['ok', 'TOOL_UNKNOWN']);
  });

  test('K2 what waited passes its arguments again at dispatch', async () => {
    const on = world();
    const call = on.call();
    on.tools = [strictRead];
    on.open();
    await settle(on);
    expect(call.outcome).toBe('INVALID_ARGUMENTS');
  });

  test('K2 a refresh holds a call to an unlisted tool until it ends', async () => {
    const on = openWorld();
    on.listIsFresh = false;
    const call = on.call({}, 'fresh');
    await on.clock.advanceSettled(3_000);
    expect(call.outcome).toBe('pending');
    on.tools = [{ ...readTool, name: 'fresh' }];
    on.listIsFresh = true;
    on.session.reply = () => ok;
    on.endRefresh();
    await settle(on);
    expect(call.outcome).toBe('ok');
  });

  test('K2 and for no longer than the grace, failed refreshes included', async () => {
    const on = openWorld();
    on.listIsFresh = false;
    const call = on.call({}, 'fresh');
    on.endRefresh();
    await on.clock.advanceSettled(3_000);
    on.send({ type: 'configure', policy: { listDebounceMs: 400 } });
    await on.clock.advanceSettled(1_999);
    expect(call.outcome).toBe('pending');
    await on.clock.advanceSettled(1);
    expect(call.outcome).toBe('TOOL_UNKNOWN');
  });

  test('K2 and then goes, if its tool is listed by then', async () => {
    const on = openWorld();
    on.listIsFresh = false;
    on.session.reply = () => ok;
    const call = on.call({}, 'fresh');
    await on.clock.advanceSettled(4_999);
    on.tools = [{ ...readTool, name: 'fresh' }];
    await on.clock.advanceSettled(1);
    expect(call.outcome).toBe('ok');
  });

  test('K2 a refresh does not hold calls to tools that are listed', async () => {
    const on = openWorld();
    on.listIsFresh = false;
    on.session.reply = () => ok;
    const call = on.call();
    await settle(on);
    expect(call.outcome).toBe('ok');
  });
});

describe('options and arguments that cannot be used', () => {
  test.each([
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: Number.NaN }, 'timeoutMs'],
    [{ timeoutMs: 2 ** 31 }, 'timeoutMs'],
    [{ maxTotalMs: -1 }, 'maxTotalMs'],
    [{ waitForReadyMs: Infinity }, 'waitForReadyMs'],
    [{ timeoutMs: '5' as unknown as number }, 'timeoutMs'],
    [{ replay: 'maybe' as 'safe' }, 'replay'],
  ] satisfies [CallOptions, string][])('E3 %o is refused by name', async (options, name) => {
    const on = openWorld();
    const call = on.call(options);
    await settle(on);
    expect(call.outcome).toBe('CONFIG_INVALID');
    expect(call.error['message']).toContain(name);
    expect(on.session.asked).toEqual([]);
  });

  test('K1 a total of false has no limit', async () => {
    const on = openWorld();
    const call = on.call({ maxTotalMs: false, timeoutMs: 700_000 });
    await on.clock.advanceSettled(699_999);
    expect(call.outcome).toBe('pending');
  });

  test.each([[null], ['text'], [[1]]])('K2 arguments of %o are refused', async (given) => {
    const on = openWorld();
    const call = on.calls.callTool('read', given as never);
    await expect(call).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: 'The arguments of read on files do not fit: arguments must be an object.',
    });
  });
});

describe('E1 what a host hands in by mistake has an error of ours', () => {
  test.each<[string, unknown]>([
    ['a text', 'fast'],
    ['a signal that is none', { signal: 'stop' }],
    ['a signal without events', { signal: {} }],
    ['a listener that is none', { onProgress: 5 }],
  ])('options with %s', async (_name, options) => {
    const on = openWorld();
    const call = on.call(options as CallOptions);
    await settle(on);
    expect(call.outcome).toBe('CONFIG_INVALID');
    expect(on.calls).toMatchObject({ inFlight: 0, queued: 0 });
  });

  test('no options by null are no options', async () => {
    const on = openWorld();
    on.session.reply = () => ok;
    const call = on.call(null as never);
    await settle(on);
    expect(call.outcome).toBe('ok');
  });

  test.each<[unknown]>([[undefined], [5], [{}], [Symbol('read')]])(
    'a tool named %o',
    async (tool) => {
      const on = openWorld();
      const call = on.calls.callTool(tool as never, {}, undefined);
      await expect(call).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        server: 'files',
        message: 'The options of a call to a tool on files cannot be used: its name must be text.',
      });
    },
  );
});

describe('a signal that many calls share', () => {
  test('K1 gets one listener, cancels each call once, and is let go with the last', async () => {
    const on = openWorld({ policy: { maxConcurrentCalls: 2 } });
    const { signal, abort, listeners } = countedSignal();
    const calls = Array.from({ length: 20 }, () => on.call({ signal }));
    await settle(on);
    expect(listeners()).toBe(1);
    on.session.asked[0]?.answer(ok);
    await settle(on);
    expect(listeners()).toBe(1);
    abort();
    await settle(on);
    const outcomes = calls.map(({ outcome, settled }) => `${outcome} ${settled}`);
    expect(outcomes).toEqual(['ok 1', ...Array.from({ length: 19 }, () => 'CALL_CANCELLED 1')]);
    expect(on.calls).toMatchObject({ inFlight: 0, queued: 0 });
  });

  test('K1 is let go when every call has its answer', async () => {
    const on = openWorld();
    const { signal, listeners } = countedSignal();
    on.call({ signal });
    on.call({ signal });
    await settle(on);
    for (const asked of on.session.asked) asked.answer(ok);
    await settle(on);
    expect(listeners()).toBe(0);
    on.call({ signal });
    expect(listeners()).toBe(1);
  });
});

function countedSignal() {
  const controller = new AbortController();
  const { signal } = controller;
  return {
    signal,
    abort: () => controller.abort(),
    listeners: () => getEventListeners(signal, 'abort').length,
  };
}

describe('what status and explain can ask', () => {
  test('H1 latencies, last success, in-flight and queue', async () => {
    const on = openWorld({ policy: { maxConcurrentCalls: 1 } });
    expect(on.calls.latencies()).toEqual({});
    on.call();
    on.call();
    await on.clock.advanceSettled(40);
    on.session.asked[0]?.answer(ok);
    await settle(on);
    expect(on.calls).toMatchObject({ inFlight: 1, queued: 0, lastSuccessAt: 40 });
    expect(on.calls.latencies()).toEqual({ p50Ms: 40, p95Ms: 40 });
  });

  test('H2 the outlook says what a call would get right now', () => {
    const on = world({ policy: { initialRetries: 0 } });
    expect(on.calls.outlook()).toMatchObject({ kind: 'wait', why: 'session' });
    on.fail();
    expect(on.calls.outlook()).toMatchObject({ kind: 'refuse', code: 'SERVER_PARKED' });
    on.send({ type: 'retry' });
    on.open();
    expect(on.calls.outlook()).toEqual({ kind: 'go' });
  });
});
