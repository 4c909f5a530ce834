import { describe, expect, test } from 'vitest';
import { ok, openWorld, settle, world } from './world.ts';

describe('draining and shutdown', () => {
  test('C9 with nothing in flight a rebuild is told at once', () => {
    const on = openWorld();
    on.send({ type: 'retry' });
    expect(on.sent).toEqual([{ type: 'drained' }]);
    expect(on.state).toMatchObject({ connection: 'reconnecting', attempting: true });
  });

  test('C9 F4 a change of policy while it drains leaves the end of the drain to the calls', async () => {
    const on = openWorld();
    const call = on.call();
    on.send({ type: 'retry' });
    on.send({ type: 'configure', policy: { graceMs: 4_000 } });
    on.session.asked[0]?.answer(ok);
    await settle(on);
    expect(call.outcome).toBe('ok');
    expect(on.sent).toEqual([{ type: 'drained' }]);
  });

  test('S2 shutdown refuses new calls, settles waiting ones, and tells when running ones are done', async () => {
    const on = openWorld({ policy: { maxConcurrentCalls: 1 } });
    const [running, waiting] = [on.call(), on.call()];
    on.send({ type: 'shutdown' });
    await settle(on);
    const late = on.call();
    await settle(on);
    expect([running, waiting, late].map(({ outcome }) => outcome)).toEqual([
      'pending',
      'SERVER_SHUT_DOWN',
      'SERVER_SHUT_DOWN',
    ]);
    expect(on.sent).toEqual([]);
    on.session.asked[0]?.answer(ok);
    await settle(on);
    expect(running.outcome).toBe('ok');
    expect(on.sent).toEqual([{ type: 'drained' }]);
  });

  test('S2 what still runs after the drain ends as unknown, and the server is told', async () => {
    const on = openWorld();
    const call = on.call({ replay: 'always' });
    on.send({ type: 'shutdown' });
    on.calls.shutDown();
    on.calls.endRunning();
    await settle(on);
    expect(call).toMatchObject({ outcome: 'OUTCOME_UNKNOWN', settled: 1 });
    expect(call.error.cause).toMatchObject({ code: 'SERVER_SHUT_DOWN' });
    expect(on.session.asked[0]?.cancelled).toBeDefined();
    expect(on.sent).toEqual([{ type: 'drained' }]);
    expect(on.calls).toMatchObject({ inFlight: 0, queued: 0 });
  });

  test('S4 nothing is left on the clock once all calls are settled', async () => {
    const on = world({ transport: 'http', policy: { baseDelayMs: 60_000 } });
    on.fail();
    const calls = [on.call({ waitForReadyMs: 50_000 }), on.call({ waitForReadyMs: 40_000 })];
    on.calls.shutDown();
    await settle(on);
    expect(calls.map(({ outcome }) => outcome)).toEqual(['SERVER_SHUT_DOWN', 'SERVER_SHUT_DOWN']);
    expect(on.clock.pending).toBe(1); // the machine's own backoff
  });

  test('S2 shutDown refuses whatever comes, even before the machine has moved', async () => {
    const on = openWorld();
    on.calls.shutDown();
    const call = on.call();
    await settle(on);
    expect(call.outcome).toBe('SERVER_SHUT_DOWN');
    expect(on.session.asked).toEqual([]);
  });

  test('S1 after shutDown no call wakes a parked server', async () => {
    const on = world({ policy: { initialRetries: 0 } });
    on.fail();
    await on.clock.advanceSettled(30_000);
    on.calls.shutDown();
    on.call();
    await settle(on);
    expect(on.sent).toEqual([]);
  });

  test('B2 S2 what a shutdown ends counts against nobody, whoever knows of it first', async () => {
    const byCalls = openWorld();
    byCalls.call();
    byCalls.calls.shutDown();
    byCalls.calls.endRunning();
    await settle(byCalls);
    expect(byCalls.sent).toEqual([]);
    const byMachine = openWorld();
    byMachine.call();
    byMachine.send({ type: 'shutdown' });
    byMachine.session.cutAll();
    await settle(byMachine);
    expect(byMachine.sent).toEqual([{ type: 'drained' }]);
  });
});
