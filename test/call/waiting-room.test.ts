import { expect, test } from 'vitest';
import { ok, openWorld, settle, world } from './world.ts';

test('K4 one that leaves takes no time from those who wait on', async () => {
  // Long enough for nothing else to come by and look.
  const on = world({ policy: { baseDelayMs: 60_000 } });
  on.fail();
  const leaver = new AbortController();
  const gone = on.call({ signal: leaver.signal });
  const stays = on.call();
  leaver.abort();
  await on.clock.advanceSettled(4_999);
  expect([gone.outcome, stays.outcome]).toEqual(['CALL_CANCELLED', 'pending']);
  await on.clock.advanceSettled(1);
  expect(stays.outcome).toBe('SERVER_UNAVAILABLE');
});

test('S4 the last one that leaves leaves no timer behind', async () => {
  const on = world();
  on.fail();
  const before = on.clock.pending;
  const leaver = new AbortController();
  on.call({ signal: leaver.signal });
  expect(on.clock.pending).toBe(before + 1);
  leaver.abort();
  await settle(on);
  expect(on.clock.pending).toBe(before);
});

test('S4 C5a one whose session comes as it is asked for never waits for a moment', async () => {
  const on = world({ transport: 'http', reopens: () => ok });
  on.fail();
  await on.clock.advanceSettled(750);
  const call = on.call();
  await settle(on);
  expect(call.outcome).toBe('ok');
  expect(on.clock.pending).toBe(1); // the machine's own stability timer
});

test('K1 K3 one that is cancelled while those before it are sent is not sent', async () => {
  const on = world();
  const leaver = new AbortController();
  const [first, second] = [on.call(), on.call({ signal: leaver.signal })];
  on.open(() => {
    leaver.abort();
    return ok;
  });
  await settle(on);
  expect([first.outcome, second.outcome]).toEqual(['ok', 'CALL_CANCELLED']);
  expect(on.session.asked).toHaveLength(1);
});

test('K3 one that comes as the session opens goes after those who waited for it', async () => {
  let late: (() => void) | undefined;
  const on = world({ hearsFirst: () => late?.() });
  on.call();
  late = () => {
    late = undefined;
    on.call({}, 'write');
  };
  on.open(() => ok);
  await settle(on);
  expect(on.session.asked.map(({ params }) => params['name'])).toEqual(['read', 'write']);
});

test('K4 while the machine is ready and its session is not there, a call waits for it', async () => {
  const on = openWorld();
  const sessions = on.sessions.splice(0);
  const call = on.call();
  await settle(on);
  expect(call.outcome).toBe('pending');
  on.sessions.push(...sessions);
  on.session.reply = () => ok;
  await on.clock.advanceSettled(5_000);
  expect(call.outcome).toBe('ok');
});
