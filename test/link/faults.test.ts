import { describe, expect, test } from 'vitest';
import { ConnectError, ExchangeError, type ExchangeFault } from '../../src/link/channel.ts';
import { AttemptFailure, failureOf, failureOfLoss } from '../../src/link/failure.ts';
import { classifyConnect } from '../../src/link/http/answers/classify.ts';
import { errorOf } from '../../src/link/http/answers/fault-error.ts';
import { refusedHandshake } from '../../src/link/http/answers/refused-handshake.ts';
import { isSuspicious } from '../../src/link/http/answers/suspicion.ts';
import { LoginOutage } from '../../src/link/login/login-error.ts';

const status = (code: number, more: { sessionGone?: boolean; retryAfterMs?: number } = {}) =>
  ({ kind: 'status', status: code, sessionGone: false, ...more }) as const;

const fault = (kind: 'notSent' | 'cut' | 'oversized' | 'malformed', code: string) => ({
  kind,
  code,
});

describe('E2 a failed attempt', () => {
  const wrong = ['permanent', 'transient'] as const;
  const passing = ['transient', 'transient'] as const;
  const lasting = ['permanent', 'permanent'] as const;

  test.each<[string, ExchangeFault, readonly [string, string], string]>([
    ['a 401', status(401), ['auth', 'auth'], 'AUTH_REQUIRED'],
    ['a 403', status(403), wrong, 'HTTP_403'],
    ['a 404', status(404), wrong, 'HTTP_404'],
    ['a lost session', status(404, { sessionGone: true }), passing, 'HTTP_404'],
    ['a redirect', status(300), wrong, 'REDIRECTED'],
    ['the last redirect', status(399), wrong, 'REDIRECTED'],
    ['a 400', status(400), passing, 'HTTP_400'],
    ['a 402', status(402), passing, 'HTTP_402'],
    ['a 405', status(405), passing, 'HTTP_405'],
    ['a 503', status(503), passing, 'HTTP_503'],
    ['a wrong type', fault('malformed', 'WRONG_CONTENT_TYPE'), wrong, 'WRONG_CONTENT_TYPE'],
    ['no JSON-RPC', fault('malformed', 'NOT_JSON_RPC'), passing, 'NOT_JSON_RPC'],
    ['a certificate', fault('notSent', 'CERT_HAS_EXPIRED'), lasting, 'CERT_HAS_EXPIRED'],
    ['an outage', fault('notSent', 'ECONNREFUSED'), passing, 'ECONNREFUSED'],
  ])('by %s is classified by what it may mean before and after a session', (...row) => {
    const [, cause, [first, later], code] = row;
    const error = new ExchangeError(cause, 'why');
    for (const [openedBefore, kind] of [
      [false, first],
      [true, later],
    ] as const) {
      const failure = { kind, code, message: 'why' };
      expect(classifyConnect(error, { openedBefore })).toStrictEqual(failure);
      expect(failureOf(error, openedBefore)).toStrictEqual(failure);
    }
  });

  test('C5 keeps the wait that the server asked for', () => {
    const asked = errorOf(status(429, { retryAfterMs: 0 }));
    expect(failureOf(asked, true)).toMatchObject({ code: 'HTTP_429', retryAfterMs: 0 });
    const known = new ConnectError('transient', 'LOGIN_UNAVAILABLE', 'why', { retryAfterMs: 5 });
    expect(failureOf(known, true)).toStrictEqual({
      kind: 'transient',
      code: 'LOGIN_UNAVAILABLE',
      message: 'why',
      retryAfterMs: 5,
    });
  });

  test('that is classified already stays as it is', () => {
    const failure = { kind: 'permanent', code: 'COMMAND_NOT_FOUND', message: 'why' } as const;
    const { kind, code, message } = failure;
    expect(failureOf(new ConnectError(kind, code, message), true)).toStrictEqual(failure);
    const error = new AttemptFailure(failure);
    expect(failureOf(error, true)).toBe(failure);
    expect(error).toMatchObject({ name: 'AttemptFailure', message: 'why' });
  });

  test('by anything else may pass, and says what it was', () => {
    const failure = { kind: 'transient', code: 'CONNECT_FAILED' };
    const long = 'x'.repeat(201);
    for (const [error, message] of [
      [new Error(long), long],
      [long, long],
    ]) {
      expect(failureOf(error, false)).toStrictEqual({ ...failure, message });
      expect(classifyConnect(error, { openedBefore: false })).toStrictEqual({
        ...failure,
        message: 'x'.repeat(200),
      });
    }
  });

  test('L6 c by a channel that ended may pass, unless it ended for want of a login', () => {
    const [code, message] = ['WHY', 'why'];
    const failureBy = (kind: 'auth' | 'lost') => failureOfLoss({ kind, code, message });
    expect(failureBy('auth')).toStrictEqual({ kind: 'auth', code, message });
    expect(failureBy('lost')).toStrictEqual({ kind: 'transient', code, message });
  });
});

describe('E2 of a failed handshake', () => {
  test('a 401 asks for a login', () => {
    const error = refusedHandshake(errorOf(status(401)));
    expect(error).toBeInstanceOf(ConnectError);
    expect(error).toMatchObject({ kind: 'auth', code: 'AUTH_REQUIRED' });
    expect(error.message).toContain('HTTP 401');
  });

  test('L10 a login that cannot be renewed just now says why, and when to come again', () => {
    const outage = new LoginOutage('HTTP_503', { retryAfterMs: 7 });
    const error = refusedHandshake(errorOf({ kind: 'notSent', code: outage.code }, outage));
    expect(error).toBeInstanceOf(ConnectError);
    expect(error).toMatchObject({ kind: 'transient', code: 'LOGIN_UNAVAILABLE', retryAfterMs: 7 });
    expect(error.message).toMatch(/authorization server.*\(HTTP_503\)$/);
  });

  test('a wrong address or certificate is beyond another try', () => {
    const cause = new Error('why');
    const refused = fault('notSent', 'CERT_HAS_EXPIRED');
    const error = refusedHandshake(errorOf(refused, cause));
    expect(error).toBeInstanceOf(ConnectError);
    expect(error).toMatchObject({ kind: 'permanent', code: 'CERT_HAS_EXPIRED', cause });
    expect(error.message).toBe(errorOf(refused).message);
  });

  test.each([
    ['another status', errorOf(status(403))],
    ['an outage', errorOf(fault('notSent', 'ECONNREFUSED'))],
    ['a cut', errorOf(fault('cut', 'CERT_HAS_EXPIRED'))],
    ['what is no exchange', new Error('odd', { cause: new LoginOutage('STORE') })],
  ])('%s stays what it was', (_name, error) => {
    expect(refusedHandshake(error)).toBe(error);
  });
});

test.each<[string, ExchangeFault, boolean]>([
  ['what could not be sent', fault('notSent', 'ECONNREFUSED'), true],
  ['what was cut', fault('cut', 'ECONNRESET'), true],
  ['a login that is out of reach', fault('notSent', 'LOGIN_UNAVAILABLE'), false],
  ['a status', status(500), false],
  ['garbage', fault('malformed', 'NOT_HTTP'), false],
  ['an answer without end', fault('oversized', 'ANSWER_TOO_LARGE'), false],
])('L6 b %s makes the server suspect: %s', (_name, cause, is) => {
  expect(isSuspicious(cause)).toBe(is);
});

test.each<[ExchangeFault, string]>([
  [
    fault('notSent', 'LOGIN_UNAVAILABLE'),
    'The login could not be renewed: its authorization server cannot be used just now.',
  ],
  [fault('notSent', 'EPIPE'), 'The server could not be reached (EPIPE).'],
  [fault('cut', 'LOGIN_UNAVAILABLE'), 'The answer was cut off (LOGIN_UNAVAILABLE).'],
  [fault('oversized', 'BIG'), 'The answer is larger than allowed (BIG).'],
  [fault('malformed', 'ODD'), 'The server did not answer in JSON-RPC (ODD).'],
  [status(404, { sessionGone: true }), 'The server does not know the session any more (HTTP 404).'],
  [status(399), 'The server redirects to another address (HTTP 399), which is not followed.'],
  [status(400), 'The server answered HTTP 400.'],
])('K6 E2 a fault is told with its code: %j', (told, message) => {
  const error = errorOf(told);
  expect(error).toMatchObject({ name: 'ExchangeError', message });
  expect(error.fault).toBe(told);
  expect('cause' in error).toBe(false);
  expect(errorOf(told, 'why').cause).toBe('why');
});
