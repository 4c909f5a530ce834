import { describe, expect, test } from 'vitest';
import { cut, garbage, ok, openWorld, settle, status, type World } from './world.ts';

/** Three answers that are no answers. */
async function openBreaker(on: World): Promise<void> {
  on.session.reply = () => garbage;
  for (let failure = 0; failure < 3; failure += 1) {
    on.call({ replay: 'never' });
    await settle(on);
  }
  expect(on.state.breaker).toBe('open');
  on.session.reply = undefined;
  on.sent.length = 0;
}

async function halfOpen(on: World): Promise<void> {
  await openBreaker(on);
  await on.clock.advanceSettled(60_000);
  expect(on.state).toMatchObject({ breaker: 'halfOpen', probe: 'free' });
}

describe('an open breaker', () => {
  test('K4 fails a call at once, with the time left', async () => {
    const on = openWorld();
    await openBreaker(on);
    await on.clock.advanceSettled(20_000);
    const call = on.call();
    await settle(on);
    expect(call.outcome).toBe('CIRCUIT_OPEN');
    expect(call.error).toMatchObject({ retryAfterMs: 40_000, attempts: 0 });
  });

  test('K4 a call waits for it only if the probe can come before its end', async () => {
    const on = openWorld();
    await openBreaker(on);
    const [short, long] = [
      on.call({ waitForReadyMs: 59_000 }),
      on.call({ waitForReadyMs: 61_000 }),
    ];
    await settle(on);
    expect([short.outcome, long.outcome]).toEqual(['CIRCUIT_OPEN', 'pending']);
    on.session.reply = () => ok;
    await on.clock.advanceSettled(60_000);
    expect(long.outcome).toBe('ok');
    expect(on.state.breaker).toBe('closed');
  });

  test('K4 calls that queued for a place are judged again when it opens', async () => {
    const on = openWorld({ policy: { maxConcurrentCalls: 3 } });
    for (let call = 0; call < 3; call += 1) on.call({ replay: 'never' });
    const queued = on.call();
    for (const asked of on.session.asked.slice(0, 3)) asked.answer(garbage);
    await settle(on);
    // The first answer freed a place, so the call was sent before the breaker opened.
    expect(queued.outcome).toBe('pending');
    const late = on.call();
    await settle(on);
    expect(late.outcome).toBe('CIRCUIT_OPEN');
  });
});

describe('a half-open breaker', () => {
  test('B4 exactly one call takes the probe; others fail fast or wait for its verdict', async () => {
    const on = openWorld();
    await halfOpen(on);
    const [probe, other, waiting] = [on.call(), on.call(), on.call({ waitForReadyMs: 30_000 })];
    await on.clock.advanceSettled(5_000);
    const third = on.call();
    await settle(on);
    expect([probe, other, waiting, third].map(({ outcome }) => outcome)).toEqual([
      'pending',
      'CIRCUIT_OPEN',
      'pending',
      'CIRCUIT_OPEN',
    ]);
    expect(third.error).toMatchObject({ retryAfterMs: 10_000 });
    on.session.asked.at(-1)?.answer(ok);
    on.session.reply = () => ok;
    await settle(on);
    expect([probe.outcome, waiting.outcome]).toEqual(['ok', 'ok']);
    expect(on.sent).toEqual([
      { type: 'call.probe' },
      { type: 'call.succeeded', probe: true, generation: 1 },
    ]);
    expect(on.state.breaker).toBe('closed');
  });

  test('B4 a probe whose slot has expired gives no verdict any more', async () => {
    const on = openWorld();
    await halfOpen(on);
    const call = on.call();
    await on.clock.advanceSettled(15_000);
    expect(on.state.breaker).toBe('open');
    on.session.asked.at(-1)?.answer(ok);
    await settle(on);
    expect(call.outcome).toBe('ok');
    expect(on.sent).toEqual([{ type: 'call.probe' }, { type: 'call.succeeded', generation: 1 }]);
    expect(on.state.breaker).toBe('open');
  });

  test('B4 the late success of an old probe does not move the slot of the next one', async () => {
    const on = openWorld({ policy: { callTimeoutMs: 600_000 } });
    await halfOpen(on);
    on.call();
    const late = on.session.asked.at(-1);
    await on.clock.advanceSettled(15_000 + 120_000);
    on.call();
    expect(on.state).toMatchObject({ breaker: 'halfOpen', probe: 'taken' });
    late?.answer(ok);
    await settle(on);
    expect(on.state).toMatchObject({ breaker: 'halfOpen', probe: 'taken' });
  });

  test('B4 a slow tool is given its own timeout as probe, also after a late success', async () => {
    const on = openWorld({ policy: { callTimeoutMs: 50_000 } });
    await halfOpen(on);
    on.call();
    await on.clock.advanceSettled(20_000);
    on.session.asked.at(-1)?.answer(ok);
    await settle(on);
    await on.clock.advanceSettled(120_000);
    expect(on.state).toMatchObject({ breaker: 'halfOpen', probe: 'free' });
    on.call();
    expect(on.sent.at(-1)).toEqual({ type: 'call.probe', timeoutMs: 50_000 });
    await on.clock.advanceSettled(20_000);
    on.session.asked.at(-1)?.answer(ok);
    await settle(on);
    expect(on.state.breaker).toBe('closed');
  });

  test('B4 a cancelled probe frees the slot for the next waiting call', async () => {
    const on = openWorld();
    await halfOpen(on);
    const controller = new AbortController();
    on.call({ signal: controller.signal });
    const waiting = on.call({ waitForReadyMs: 10_000 });
    on.session.reply = () => ok;
    controller.abort();
    await settle(on);
    expect(on.sent.map(({ type }) => type)).toEqual([
      'call.probe',
      'call.probeCancelled',
      'call.probe',
      'call.succeeded',
    ]);
    expect(waiting.outcome).toBe('ok');
  });

  test.each([
    ['session expired', status(404, { sessionGone: true })],
    ['login needed', status(401)],
    ['never sent', { kind: 'notSent', code: 'ECONNREFUSED', message: 'refused' } as const],
  ])('B2 a probe that ends as "%s" only gives its slot back', async (_name, answer) => {
    const on = openWorld({ transport: 'http' });
    await halfOpen(on);
    on.session.reply = () => answer;
    on.call({ replay: 'never' });
    await settle(on);
    expect(on.sent.map(({ type }) => type)).toEqual(['call.probe', 'call.probeCancelled']);
    expect(on.state).toMatchObject({ breaker: 'halfOpen', probe: 'free' });
  });

  test.each([
    ['garbage', garbage],
    ['a cut', cut],
    ['overload', status(429)],
  ])('B2 a probe that ends in %s fails, and the cooldown doubles', async (_name, answer) => {
    const on = openWorld({ transport: 'http' });
    await halfOpen(on);
    on.session.reply = () => answer;
    on.call({ replay: 'never' });
    await settle(on);
    expect(on.state).toMatchObject({ breaker: 'open', cooldownMs: 120_000 });
    expect(on.sent.at(-1)).toMatchObject({ type: 'call.failed', probe: true });
  });

  test('B2 a planned rebuild under a probe gives the slot back', async () => {
    const on = openWorld();
    await halfOpen(on);
    on.call({ replay: 'never' });
    const { session } = on;
    on.send({ type: 'retry' });
    session.cutAll();
    await settle(on);
    expect(on.sent.map(({ type }) => type)).toEqual([
      'call.probe',
      'call.probeCancelled',
      'drained',
    ]);
  });

  test('B6 without a session a call takes no slot, asks for a reconnect and writes nothing', async () => {
    const on = openWorld({
      transport: 'http',
      policy: { baseDelayMs: 60_000, cooldownMs: 10_000, graceMs: 500 },
    });
    on.session.reply = () => garbage;
    for (let failure = 0; failure < 3; failure += 1) on.call({ replay: 'never' });
    await settle(on);
    on.sent.length = 0;
    on.lose();
    await on.clock.advanceSettled(10_000);
    expect(on.state).toMatchObject({ connection: 'reconnecting', breaker: 'halfOpen' });
    const written = on.session.asked.length;
    const call = on.call();
    expect(on.state.attempting).toBe(true);
    await on.clock.advanceSettled(500);
    expect(call.outcome).toBe('SERVER_UNAVAILABLE');
    expect(on.sent).toEqual([{ type: 'call.probe' }]);
    expect(on.session.asked).toHaveLength(written);
    expect(on.state).toMatchObject({ breaker: 'halfOpen', probe: 'free' });
  });

  test('R2 once the session is there again the breaker is closed and the next call goes through', async () => {
    const on = openWorld();
    await openBreaker(on);
    await on.clock.advanceSettled(1_000);
    on.lose();
    await on.clock.advanceSettled(1_000);
    on.open(() => ok);
    const call = on.call();
    await settle(on);
    expect(call.outcome).toBe('ok');
  });
});

describe('a slot that a waiting call was given while the machine was busy', () => {
  /** The breaker has just become half-open, and the waiting call has asked for the slot. */
  async function atClaim(on: World, interfere: () => void, signal?: AbortSignal) {
    await openBreaker(on);
    const call = on.call({ waitForReadyMs: 70_000, signal });
    let done = false;
    on.onChange(({ breaker }) => {
      if (done || breaker !== 'halfOpen') return;
      done = true;
      interfere();
    });
    await on.clock.advanceSettled(60_000);
    expect(done).toBe(true);
    return call;
  }

  const givenBack = ['call.probe', 'call.probeCancelled'];

  test('B4 is given back if the call was cancelled meanwhile', async () => {
    const controller = new AbortController();
    const on = openWorld();
    const call = await atClaim(on, () => controller.abort(), controller.signal);
    expect(call.outcome).toBe('CALL_CANCELLED');
    expect(on.sent.map(({ type }) => type)).toEqual(givenBack);
    expect(on.state).toMatchObject({ breaker: 'halfOpen', probe: 'free' });
  });

  test('B4 is given back if its tool is gone', async () => {
    const on = openWorld();
    const call = await atClaim(on, () => (on.tools = []));
    expect(call.outcome).toBe('TOOL_UNKNOWN');
    expect(on.sent.map(({ type }) => type)).toEqual(givenBack);
    expect(on.state).toMatchObject({ breaker: 'halfOpen', probe: 'free' });
  });

  test('B4 is given back while a list refresh holds the call, and taken again afterwards', async () => {
    const on = openWorld();
    const { tools } = on;
    const call = await atClaim(on, () => {
      on.tools = [];
      on.listIsFresh = false;
    });
    expect(on.sent.map(({ type }) => type)).toEqual(givenBack);
    on.tools = tools;
    on.listIsFresh = true;
    on.session.reply = () => ok;
    on.endRefresh();
    await settle(on);
    expect(call.outcome).toBe('ok');
    expect(on.state.breaker).toBe('closed');
  });
});
