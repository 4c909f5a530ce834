import { describe, expect, test } from 'vitest';
import type { Call } from '../../src/call/call.ts';
import { decideNext, type Unanswered } from '../../src/call/sending/after-sending.ts';
import { newCall } from './new-call.ts';
import { readyState } from './ready-state.ts';
import { policyWith } from './world.ts';

const policy = policyWith({});
const after = {
  now: 10_000,
  policy,
  hints: undefined,
  received: 7,
  state: readyState,
  loginWanted: undefined,
};

/** One that was sent once, in session 2. */
function sentCall(more: Partial<Call> = {}): Call {
  return { ...newCall('read', 1_000), attempts: 1, generation: 2, ...more };
}

const run = { startedAt: 4_000, linkIdle: true, cancel: () => undefined };
const next = (outcome: Unanswered, call: Partial<Call> = {}) =>
  decideNext(sentCall(call), outcome, after);
const again = (hold: object) => ({
  kind: 'again',
  hold: { since: 10_000, generation: 2, ...hold },
});

describe('a call that has failed', () => {
  test('K6 for its answer was too large, is told so', () => {
    expect(next({ kind: 'oversized', message: 'it is too large' })).toMatchObject({
      kind: 'fail',
      error: {
        code: 'SERVER_ERROR',
        message: 'The result of read on files cannot be used: it is too large.',
      },
    });
  });

  test('K2 for its arguments are not for JSON, is told so', () => {
    expect(next({ kind: 'notSent', code: 'NOT_SERIALIZABLE', message: '' })).toMatchObject({
      kind: 'fail',
      error: {
        code: 'INVALID_ARGUMENTS',
        message: 'The arguments of read on files do not fit: they cannot be written as JSON.',
      },
    });
  });

  test.each([
    ['dispatch', { run }, 6],
    ['its submission, if it ended before that was noted', {}, 9],
  ])('K1 for its time was over, has waited since %s', (_name, call, seconds) => {
    expect(next({ kind: 'timedOut' }, call)).toMatchObject({
      error: { message: `read on files gave no answer within ${seconds} seconds.` },
    });
  });

  test('K1 for it was cancelled, needs no signal for that', () => {
    const error = { code: 'CALL_CANCELLED' };
    expect(next({ kind: 'cancelled' })).toMatchObject({ kind: 'fail', error });
  });
});

describe('a call that goes once more', () => {
  test('K6 for it never left, is held for the server', () => {
    const unsent = { kind: 'notSent', code: 'ECONNREFUSED', message: '' } as const;
    const hold = { code: 'SERVER_UNAVAILABLE', received: 7 };
    expect(next(unsent, { unsent: 1 })).toEqual(again(hold));
  });

  test('K7 for a second run does no harm, is held for the server', () => {
    const lost = { kind: 'unknown', why: 'cut', message: '' } as const;
    const hold = { code: 'SERVER_UNAVAILABLE', received: 7 };
    expect(next(lost, { replay: 'always' })).toEqual(again(hold));
  });

  test.each([
    ['login', 'AUTH_REQUIRED'],
    ['session', 'SERVER_UNAVAILABLE'],
  ] as const)('K6 for it was turned away because of its %s, is held as %s', (why, code) => {
    const refused = { kind: 'refused', why, httpStatus: 401, message: '' } as const;
    expect(next(refused, { refusals: 1 })).toEqual(again({ code }));
  });
});

describe('K6 a hint of an overloaded server', () => {
  const overloaded = (retryAfterMs?: number) =>
    ({
      kind: 'refused',
      why: 'overload',
      httpStatus: 429,
      message: '',
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }) as const;
  const held = (untilAt: number) => again({ code: 'OVERLOADED', untilAt });
  const refused = { kind: 'fail', error: { code: 'OVERLOADED' } };

  test.each<[string, number | undefined, Partial<Call>, object]>([
    ['as long as the grace', policy.graceMs, {}, held(10_000 + policy.graceMs)],
    ['longer than the grace', policy.graceMs + 1, {}, refused],
    ['as long as the call waits', 500, { waitEndsAt: 10_500 }, held(10_500)],
    ['longer than the call waits', 501, { waitEndsAt: 10_500 }, refused],
    ['longer than the call has in all', 501, { totalEndsAt: 10_500 }, refused],
    ['that there is none', undefined, {}, refused],
  ])('%s', (_name, retryAfterMs, call, expected) => {
    expect(next(overloaded(retryAfterMs), call)).toMatchObject(expected);
  });
});
