import { expect, test } from 'vitest';
import { settle, world } from './world.ts';

const retried = { type: 'retry', reason: 'call' } as const;

test('K4 C12 where only a person can help, a call that would wait for a wake fails at once', async () => {
  const on = world();
  on.fail({ kind: 'permanent', code: 'ENOENT' });
  const call = on.call({ waitForReadyMs: 60_000 });
  await settle(on);
  expect(call.outcome).toBe('SERVER_PARKED');
  expect(call.error).toMatchObject({ retryAfterMs: 300_000 });
});

test('C5a a call that does not wait dials nothing between the attempts', async () => {
  const on = world({ transport: 'http', policy: { graceMs: 0, baseDelayMs: 60_000 } });
  on.fail();
  await on.clock.advanceSettled(750);
  const call = on.call();
  await settle(on);
  expect(call.outcome).toBe('SERVER_UNAVAILABLE');
  expect(on.sent).not.toContainEqual(retried);
});

test('C12 C15 a call may wake a server that was parked before its first attempt', async () => {
  const on = world({ parked: { code: 'BUG', message: 'broke' } });
  await on.clock.advanceSettled(30_000);
  const call = on.call();
  await settle(on);
  expect(call.outcome).toBe('SERVER_PARKED');
  expect(on.sent).toEqual([retried]);
  expect(on.state.attempting).toBe(true);
});
