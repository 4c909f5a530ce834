import { describe, expect, test } from 'vitest';
import { classify, type Ending } from '../../src/call/sending/outcome.ts';
import { mayAskOnceMore, mayReplay, mayResend } from '../../src/call/sending/replay.ts';
import { judgeHealth } from '../../src/call/reports/verdict.ts';
import { cut, garbage, ok, status } from './world.ts';

describe('K6 outcomes and B2 what they say about the server', () => {
  test.each<[string, Ending, object, string]>([
    ['a result', ok, { kind: 'answered' }, 'success'],
    [
      'an error',
      { kind: 'error', code: -1, message: 'no' },
      { kind: 'declined', rpcCode: -1 },
      'success',
    ],
    ['never sent', { kind: 'notSent', code: 'EPIPE', message: '' }, { kind: 'notSent' }, 'none'],
    ['a cut', cut, { kind: 'unknown', why: 'cut' }, 'transport'],
    ['garbage', garbage, { kind: 'unknown', why: 'malformed' }, 'protocol'],
    [
      'too large an answer',
      { kind: 'oversized', code: 'LINE_TOO_LONG', message: 'too long' },
      { kind: 'oversized', message: 'too long' },
      'none',
    ],
    [
      'our timeout, unsent',
      { kind: 'timedOut', unsent: true },
      { kind: 'timedOut', unsent: true },
      'timeout',
    ],
    ['our timeout', { kind: 'timedOut' }, { kind: 'timedOut' }, 'timeout'],
    ['cancelled', { kind: 'cancelled' }, { kind: 'cancelled' }, 'none'],
    ['400', status(400), { kind: 'declined', httpStatus: 400 }, 'success'],
    [
      '400 with session',
      status(400, { sessionGone: true }),
      { kind: 'refused', why: 'session' },
      'none',
    ],
    ['401', status(401), { kind: 'refused', why: 'login' }, 'none'],
    ['403', status(403), { kind: 'declined', httpStatus: 403 }, 'success'],
    ['404', status(404), { kind: 'declined', httpStatus: 404 }, 'success'],
    [
      '404 with session',
      status(404, { sessionGone: true }),
      { kind: 'refused', why: 'session' },
      'none',
    ],
    ['408', status(408), { kind: 'unknown', httpStatus: 408 }, 'protocol'],
    ['429', status(429), { kind: 'refused', why: 'overload' }, 'overload'],
    ['500', status(500), { kind: 'unknown', why: 'status', httpStatus: 500 }, 'protocol'],
    ['502', status(502), { kind: 'unknown', httpStatus: 502 }, 'protocol'],
    [
      '502 with hint',
      status(502, { retryAfterMs: 5 }),
      { kind: 'unknown', why: 'status', httpStatus: 502 },
      'protocol',
    ],
    ['503', status(503), { kind: 'unknown', httpStatus: 503 }, 'overload'],
    [
      '503 with hint',
      status(503, { retryAfterMs: 5 }),
      { kind: 'refused', why: 'overload', retryAfterMs: 5 },
      'overload',
    ],
    ['504', status(504), { kind: 'unknown', httpStatus: 504 }, 'protocol'],
    ['a status nobody knows', status(599), { kind: 'unknown', httpStatus: 599 }, 'protocol'],
    ['a redirect', status(302), { kind: 'unknown', httpStatus: 302 }, 'protocol'],
  ])('%s', (_name, ending, outcome, verdict) => {
    expect(classify(ending)).toMatchObject(outcome);
    expect(judgeHealth(classify(ending))).toBe(verdict);
  });

  test('an outcome has nothing of an answer that is too large but its message', () => {
    const answer = { kind: 'oversized', code: 'LINE_TOO_LONG', message: 'too long' } as const;
    expect(classify(answer)).toEqual({ kind: 'oversized', message: 'too long' });
  });
});

describe('K7 replays', () => {
  const fresh = { unsent: 0, refusals: 0, replayed: false };
  test.each([
    ['safe', undefined, false],
    ['safe', {}, false],
    ['safe', { readOnlyHint: true }, true],
    ['safe', { idempotentHint: true }, true],
    ['safe', { readOnlyHint: false, idempotentHint: false }, false],
    ['safe', { readOnlyHint: 'true' as unknown as boolean }, false],
    ['never', { readOnlyHint: true }, false],
    ['always', undefined, true],
  ] as const)('%s with hints %o: %s', (choice, hints, expected) => {
    expect(mayReplay(fresh, choice, hints)).toBe(expected);
    expect(mayReplay({ ...fresh, replayed: true }, choice, hints)).toBe(false);
  });

  test('K6 three more sendings of what never left, one more of what was turned away', () => {
    const unsent = [1, 2, 3, 4].map((times) => mayResend({ ...fresh, unsent: times }));
    expect(unsent).toEqual([true, true, true, false]);
    const refusals = [1, 2].map((times) => mayAskOnceMore({ ...fresh, refusals: times }));
    expect(refusals).toEqual([true, false]);
  });
});
