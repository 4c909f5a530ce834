import { describe, expect, test } from 'vitest';
import { cut, garbage, ok, openWorld, settle, status } from './world.ts';

describe('what the breaker hears', () => {
  test('B2 a loss under many calls is one failure', async () => {
    const on = openWorld({ policy: { maxConcurrentCalls: 8 } });
    for (let call = 0; call < 8; call += 1) on.call({ replay: 'never' });
    on.session.cutAll();
    await settle(on);
    expect(on.sent).toEqual([
      { type: 'call.failed', failure: { kind: 'transport' }, generation: 1 },
    ]);
  });

  test('B2 cuts one after the other are each a failure', async () => {
    const on = openWorld({ transport: 'http' });
    on.session.reply = () => cut;
    for (let call = 0; call < 3; call += 1) {
      on.call({ replay: 'never' });
      await settle(on);
    }
    expect(on.state.breaker).toBe('open');
  });

  test('B2 a planned rebuild says nothing about the server', async () => {
    const on = openWorld();
    const call = on.call({ replay: 'never' });
    const { session } = on;
    on.send({ type: 'retry' });
    await on.clock.advanceSettled(5_000);
    session.cutAll();
    await settle(on);
    expect(call.outcome).toBe('OUTCOME_UNKNOWN');
    expect(on.sent).toEqual([]);
  });

  test('B1 half of ten calls within a minute trips it, though never three in a row', async () => {
    const on = openWorld({ transport: 'http' });
    const answers = [ok, status(429), ok, status(429), ok, status(429), ok, status(429), ok];
    for (const answer of [...answers, status(429)]) {
      on.session.reply = () => answer;
      on.call();
      await settle(on);
    }
    expect(on.sent.at(-1)).toMatchObject({ rateTripped: true });
    expect(on.sent.slice(0, -1).some((event) => 'rateTripped' in event)).toBe(false);
    expect(on.state.breaker).toBe('open');
  });

  test('B5 a new session empties the rate window', async () => {
    const on = openWorld({ transport: 'http' });
    const overload = () => status(429);
    on.session.reply = overload;
    for (let call = 0; call < 9; call += 1) on.call();
    await settle(on);
    on.lose();
    await on.clock.advanceSettled(1_000);
    on.open(overload);
    on.call();
    await settle(on);
    expect(on.sent.at(-1)).not.toHaveProperty('rateTripped');
    expect(on.state.breaker).toBe('closed');
  });

  test('B7 events carry the generation of their dispatch; a late failure of an old one is silent', async () => {
    const on = openWorld();
    on.call({ replay: 'never' });
    const old = on.session;
    on.lose({ kind: 'sessionExpired' });
    on.open();
    old.cutAll();
    await settle(on);
    expect(on.sent).toEqual([]);
  });

  test('K10 a success is told while the breaker remembers a failure, and no longer', async () => {
    const on = openWorld();
    on.session.reply = () => garbage;
    on.call({ replay: 'never' });
    await settle(on);
    on.session.reply = () => ok;
    on.call();
    await settle(on);
    on.call();
    await settle(on);
    expect(on.sent).toMatchObject([
      { type: 'call.failed' },
      { type: 'call.succeeded', generation: 1 },
    ]);
  });
});
