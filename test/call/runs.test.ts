import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/link/session.ts';
import { cut, garbage, ok, openWorld, settle, status, type WorldOptions } from './world.ts';

const refusedByPeer: Answer = { kind: 'error', code: -32_000, message: 'no' };
const unsent: Answer = { kind: 'notSent', code: 'ECONNREFUSED', message: 'refused' };

/** One call that ends so. */
async function after(answer: Answer, options: WorldOptions = {}) {
  const on = openWorld(options);
  const call = on.call({ replay: 'never' });
  const { session } = on;
  session.asked[0]?.answer(answer);
  await settle(on);
  return { on, call, proofs: session.proofs, checks: session.checks };
}

describe('K10 a session is proven', () => {
  test.each<[string, Answer, number]>([
    ['a result', ok, 1],
    ['an error by JSON-RPC', refusedByPeer, 1],
    ['a status that is none', status(400), 0],
    ['a loss', cut, 0],
    ['garbage', garbage, 0],
  ])('by %s or not', async (_name, answer, expected) => {
    expect(await after(answer, { transport: 'http' })).toMatchObject({ proofs: expected });
  });
});

describe('K9 a session is checked', () => {
  test.each<[string, Answer, 'stdio' | 'http', number]>([
    ['a loss that it may have outlived', cut, 'http', 1],
    ['garbage', garbage, 'stdio', 1],
    ['a refusal', status(403), 'http', 0],
    ['a lack of a login', status(401), 'http', 0],
    ['too large an answer', { kind: 'oversized', code: 'BIG', message: 'big' }, 'stdio', 0],
    ['what never left, where only the pipe can tell', unsent, 'stdio', 1],
    ['what never left, where a connection does', unsent, 'http', 0],
  ])('after %s or not', async (_name, answer, transport, expected) => {
    expect(await after(answer, { transport })).toMatchObject({ checks: expected });
  });

  test('after what its caller cancels it is not', async () => {
    const on = openWorld();
    const controller = new AbortController();
    on.call({ signal: controller.signal });
    controller.abort();
    await settle(on);
    expect(on.session.checks).toBe(0);
  });

  test('and not either once another has taken its place', async () => {
    const on = openWorld({ transport: 'http' });
    on.call({ replay: 'never' });
    const old = on.session;
    on.lose({ kind: 'sessionExpired' });
    const fresh = on.open();
    old.cutAll();
    await settle(on);
    expect([old.checks, fresh.checks]).toEqual([0, 0]);
  });
});

describe('K11 a sending that reached the server was an attempt', () => {
  test('also if no answer came in time', async () => {
    const on = openWorld();
    const call = on.call({ timeoutMs: 1_000 });
    await on.clock.advanceSettled(1_000);
    expect(call.error).toMatchObject({ code: 'CALL_TIMEOUT', attempts: 1, generation: 1 });
  });

  test('also if its caller cancelled it', async () => {
    const on = openWorld();
    const controller = new AbortController();
    const call = on.call({ signal: controller.signal });
    controller.abort();
    await settle(on);
    expect(call.error).toMatchObject({ code: 'CALL_CANCELLED', attempts: 1, generation: 1 });
  });
});

describe('K6 what a call has had is counted one by one', () => {
  /** Answers one sending after the other, each in a session of its own. */
  const afterEach = async (answers: readonly Answer[]) => {
    const on = openWorld({ transport: 'http' });
    const call = on.call({ waitForReadyMs: 60_000 }, 'write');
    for (const answer of answers) {
      on.session.asked.at(-1)?.answer(answer);
      await settle(on);
      if (call.outcome !== 'pending') break;
      on.lose({ kind: 'sessionExpired' });
      await on.clock.advanceSettled(10_000);
      on.open();
      await settle(on);
    }
    return call.outcome;
  };
  const expired = status(404, { sessionGone: true });

  test.each<[string, Answer[], string]>([
    ['three that never left and one refusal', [unsent, unsent, unsent, expired, ok], 'ok'],
    ['one refusal and three that never left', [expired, unsent, unsent, unsent, ok], 'ok'],
    ['two refusals', [expired, unsent, expired], 'SERVER_UNAVAILABLE'],
    ['four that never left', [unsent, unsent, expired, unsent, unsent], 'SERVER_UNAVAILABLE'],
  ])('%s', async (_name, answers, expected) => {
    expect(await afterEach(answers)).toBe(expected);
  });
});

test('B2 H1 an answer counts although the end of its session was asked for', async () => {
  const on = openWorld();
  on.call();
  on.send({ type: 'retry' });
  await on.clock.advanceSettled(40);
  on.session.asked[0]?.answer(ok);
  await settle(on);
  expect(on.calls).toMatchObject({ lastSuccessAt: 40 });
});

test('C9 the end of a drain is told once', async () => {
  const on = openWorld();
  on.call();
  on.send({ type: 'retry' });
  on.session.asked[0]?.answer(ok);
  await settle(on);
  on.open(() => ok);
  on.call();
  await settle(on);
  expect(on.sent).toEqual([{ type: 'drained' }]);
});
