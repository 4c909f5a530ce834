import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/link/session.ts';
import { ok, openWorld, readTool, settle, world } from './world.ts';

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

  test.each([[null], ['text'], [{ text: 'without a type' }]])(
    'K6 E5 content that holds %j is no content, and no failure of the link',
    async (part) => {
      const on = openWorld();
      const text = { type: 'text', text: 'one' };
      on.session.reply = () => ({ kind: 'result', result: { content: [text, part] } });
      const call = on.call();
      await settle(on);
      expect(call.outcome).toBe('SERVER_ERROR');
      expect(call.error['message']).toContain('its content holds something without a type');
      expect(on.sent).toEqual([]);
    },
  );
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

  test('K1 K11 one that was never sent does not say that it was, and is not sent again', async () => {
    const on = openWorld();
    on.session.isStuck = true;
    const call = on.call({ timeoutMs: 1_000, replay: 'always' });
    await on.clock.advanceSettled(1_000);
    expect(call).toMatchObject({ outcome: 'SERVER_UNAVAILABLE', settled: 1 });
    expect(call.error).toMatchObject({ attempts: 0, retryable: true });
    expect(on.session.checks).toBe(1);
    expect(on.session.asked).toHaveLength(1);
  });

  test('K1 K11 what its caller cancels, or a shutdown ends, before it was sent ran nowhere', async () => {
    const on = openWorld();
    on.session.isStuck = true;
    const controller = new AbortController();
    const cancelled = on.call({ signal: controller.signal });
    const ended = on.call();
    controller.abort();
    await settle(on);
    on.calls.endRunning();
    await settle(on);
    expect(cancelled.error).toMatchObject({ code: 'CALL_CANCELLED', attempts: 0 });
    expect(cancelled.error['advice']).toBe('Nothing ran.');
    expect(on.session.asked.map((asked) => asked.cancelled)).toEqual([
      'The caller cancelled the call.',
      'The server is being shut down.',
    ]);
    expect(ended.error).toMatchObject({ code: 'SERVER_SHUT_DOWN', attempts: 0 });
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
