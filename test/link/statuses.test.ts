import { describe, expect, test } from 'vitest';
import {
  faultOfStatus,
  isVersionRefusal,
  passingStatuses,
  retryAfter,
} from '../../src/link/http/answers/status.ts';
import { readChallenge } from '../../src/link/login/read-challenge.ts';

const refusal = '{"jsonrpc":"2.0","error":{"code":-32022,"message":"Unsupported version"}}';

describe('L6 a the session is gone', () => {
  const isGone = (status: number, text: string, sessionSent = true) =>
    faultOfStatus({ status, headers: {}, text }, sessionSent).sessionGone;

  test.each([
    [404, '', true],
    [400, 'Bad Request: no valid Session ID', true],
    [400, 'unknown session', true],
    [400, refusal, true],
    [400, 'Bad Request', false],
    [400, '{"error":{"code":-32602}}', false],
    [403, 'no such session', false],
    [405, 'no such session', false],
    [500, refusal, false],
  ])('of status %i and the text %s: %s', (status, text, gone) => {
    expect(isGone(status, text)).toBe(gone);
    expect(isGone(status, text, false)).toBe(false);
  });
});

test.each([
  [refusal, true],
  ['{"error":{"code":-32021}}', false],
  ['{"error":{}}', false],
  ['{"error":null}', false],
  ['{}', false],
  ['null', false],
  ['no JSON', false],
])('E2 the text %s is the error about revisions: %s', (text, is) => {
  expect(isVersionRefusal(text)).toBe(is);
});

test('K6 a status says no more than what came with it', () => {
  const plain = { status: 503, headers: {}, text: '' };
  expect(faultOfStatus(plain, true)).toStrictEqual({
    kind: 'status',
    status: 503,
    sessionGone: false,
  });
  expect(faultOfStatus({ ...plain, headers: { 'retry-after': '0' } }, true)).toStrictEqual({
    kind: 'status',
    status: 503,
    sessionGone: false,
    retryAfterMs: 0,
  });
});

test('L6 d four statuses below 500 may be gone at the next try', () => {
  expect([...passingStatuses].sort()).toEqual([408, 409, 425, 429]);
});

describe('E2 the login that is wanted', () => {
  const url = 'https://login.example/metadata';
  const wanted = (challenge: string | undefined, status = 401) => {
    const headers = challenge === undefined ? {} : { 'www-authenticate': challenge };
    return faultOfStatus({ status, headers, text: '' }, false);
  };
  const fault = { kind: 'status', status: 401, sessionGone: false };

  test('is read from the challenge of a 401 and of a 403, and of no other', () => {
    const challenge = `Bearer scope="read write", resource_metadata="${url}"`;
    const login = { scope: 'read write', metadataUrl: url };
    expect(wanted(challenge)).toStrictEqual({ ...fault, login });
    expect(wanted(challenge, 403)).toStrictEqual({ ...fault, status: 403, login });
    expect(wanted(challenge, 404)).toStrictEqual({ ...fault, status: 404 });
  });

  test('may be half told, or not at all', () => {
    expect(wanted('Bearer scope=read')).toStrictEqual({ ...fault, login: { scope: 'read' } });
    expect(wanted(`Bearer resource_metadata="${url}"`)).toStrictEqual({
      ...fault,
      login: { metadataUrl: url },
    });
    expect(wanted('Bearer realm="x"')).toStrictEqual(fault);
    expect(wanted('Basic scope="x"')).toStrictEqual(fault);
    expect(wanted(undefined)).toStrictEqual(fault);
  });

  test('E5 is one plain line, of at most 1,000 characters', () => {
    expect(wanted('Bearer scope="a \u009b31m b"').login).toEqual({ scope: 'a b' });
    const long = `${url}/${'x'.repeat(2_000)}`;
    const challenge = `Bearer scope="${'y'.repeat(1_001)}", resource_metadata="${long}"`;
    expect(wanted(challenge).login).toEqual({
      scope: 'y'.repeat(1_000),
      metadataUrl: long.slice(0, 1_000),
    });
  });

  test('E5 L10 a challenge that cannot stand in a header, or is not there, asks for nothing', () => {
    expect(readChallenge('Bearer scope="文"')).toEqual({});
    expect(readChallenge(undefined)).toEqual({});
    expect(readChallenge('Bearer scope="a"').scope).toBe('a');
  });
});

describe('C5 Retry-After', () => {
  const date = 'Wed, 21 Oct 2015 07:28:00 GMT';
  const longestMs = 2 ** 31 - 1;

  test.each([
    ['0', 0],
    ['12', 12_000],
    ['2147483', 2_147_483_000],
    ['2147484', longestMs],
    ['9'.repeat(400), undefined],
    ['1e3', undefined],
    ['5s', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('of %s is %s milliseconds', (value, waitMs) => {
    expect(retryAfter({ 'retry-after': value })).toBe(waitMs);
  });

  test.each([
    ['Wed, 21 Oct 2015 07:28:30 GMT', 30_000],
    ['Wed, 21 Oct 2015 07:27:30 GMT', 0],
    ['Wed, 21 Oct 2099 07:28:00 GMT', longestMs],
  ])('of %s is a date on the clock of the server', (value, waitMs) => {
    expect(retryAfter({ 'retry-after': value, date })).toBe(waitMs);
    expect(retryAfter({ 'retry-after': value })).toBeUndefined();
  });

  test('that is not there asks for nothing', () => {
    expect(retryAfter({ date })).toBeUndefined();
  });
});
