import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { formOf } from '../../src/link/http/answers/answer-head.ts';
import { Body } from '../../src/link/http/answers/body.ts';
import { Inbox } from '../../src/link/http/answers/inbox.ts';
import { answerIn, Refusal } from '../../src/link/http/answers/refusal.ts';

test.each([
  [200, 'application/json', 'json'],
  [202, 'Application/JSON; charset=utf-8', 'json'],
  [200, 'text/event-stream', 'stream'],
  [200, 'TEXT/EVENT-STREAM;charset=utf-8', 'stream'],
  [299, 'application/json', 'json'],
  [300, 'application/json', 'refusal'],
  [503, 'text/event-stream', 'refusal'],
  [200, 'text/html', 'other'],
  [200, 'text/html; not=application/json', 'other'],
  [200, 'text/html; not=text/event-stream', 'other'],
  [200, 'application/jsonp', 'other'],
  [200, 'text/event-streams', 'other'],
  [200, undefined, 'other'],
])('L6 an answer of status %s and type %s is read as %s', (status, type, form) => {
  expect(formOf({ status, headers: type === undefined ? {} : { 'content-type': type } })).toBe(
    form,
  );
});

describe('L3 a body', () => {
  const bodyOf = (...chunks: (string | Buffer)[]) => {
    const body = new Body(5);
    for (const chunk of chunks) body.take(Buffer.from(chunk));
    return { text: body.text(), overflowed: body.overflowed };
  };

  test('is whole up to its bound, in one chunk as in many', () => {
    expect(bodyOf()).toEqual({ text: '', overflowed: false });
    expect(bodyOf('12345')).toEqual({ text: '12345', overflowed: false });
    expect(bodyOf('12', '34', '5')).toEqual({ text: '12345', overflowed: false });
    const letter = Buffer.from('ü');
    expect(bodyOf('a', letter.subarray(0, 1), letter.subarray(1)).text).toBe('aü');
  });

  test('keeps of what is longer only the beginning', () => {
    expect(bodyOf('123456')).toEqual({ text: '', overflowed: true });
    expect(bodyOf('123', '456', '7')).toEqual({ text: '123', overflowed: true });
  });
});

describe('what a server sent over HTTP', () => {
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} } as const;
  const answer = { jsonrpc: '2.0', id: 'h1', result: {} } as const;

  function open() {
    const told: unknown[] = [];
    const inbox = new Inbox(
      (message: JSONRPCMessage) => told.push(message),
      (id) => told.push(id),
    );
    return { inbox, told };
  }

  test('L8 counts as received and is handed on if it is JSON-RPC, and an answer is told as one', () => {
    const { inbox, told } = open();
    const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const sent = [answer, { id: 'h2', result: {} }, 'garbage', undefined, request];
    expect(sent.map((each) => inbox.take(each))).toEqual([true, false, false, false, true]);
    expect(told).toEqual([answer, 'h1', request]);
    expect(inbox.received).toBe(2);
  });

  test('K1 is never handed on so that an answer overtakes the progress that came with it', async () => {
    const { inbox, told } = open();
    for (const each of [progress, progress, answer]) expect(inbox.take(each)).toBe(true);
    // What ends its exchange need not wait.
    expect(told).toEqual([progress, progress, 'h1']);
    await Promise.resolve();
    expect(told.slice(3)).toEqual([answer]);
    await Promise.resolve();
    inbox.take(answer);
    expect(told.slice(4)).toEqual([answer, 'h1']);
    expect(inbox.received).toBe(4);
  });
});

describe('K6 an error to this very request', () => {
  const error = { code: -32_000, message: 'no' };
  const answerOf = (body: unknown, status = 400, isInSession = false) => {
    const refusal = new Refusal({ status, headers: {} });
    refusal.take(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
    return answerIn(refusal, refusal.fault(isInSession), 'h1');
  };

  test.each([400, 402, 406, 422, 500, 502])('is its answer, although HTTP says %i', (status) => {
    expect(answerOf({ jsonrpc: '2.0', id: 'h1', error }, status)).toEqual({
      jsonrpc: '2.0',
      id: 'h1',
      error,
    });
  });

  test.each([401, 403, 404, 405, 429, 503])('is none where HTTP says %i, which rules', (status) => {
    expect(answerOf({ jsonrpc: '2.0', id: 'h1', error }, status)).toBeUndefined();
  });

  test('L6 a is none where the session is gone', () => {
    const body = { id: 'h1', error: { ...error, message: 'no such session' } };
    expect(answerOf(body, 400, true)).toBeUndefined();
    expect(answerOf(body, 400, false)).toEqual(body);
  });

  test.each([
    ['to another one', { id: 'h2', error }],
    ['to none', { error }],
    ['of nothing', { id: 'h1', result: {} }],
    ['that is a text', '"error"'],
    ['that is null', 'null'],
    ['that cannot be read', '{"id":"h1","error":'],
  ])('is not one %s', (_name, body) => {
    expect(answerOf(body)).toBeUndefined();
  });

  test('E2 may lack its id where it refuses our revision', () => {
    const refused = { jsonrpc: '2.0', error: { code: -32_022, message: 'no' } };
    expect(answerOf(refused)).toEqual({ ...refused, id: 'h1' });
    expect(answerOf({ ...refused, id: null })).toEqual({ ...refused, id: 'h1' });
  });
});

test('E5 of a refusal 8 KiB are wanted, and its beginning is kept', () => {
  const refusal = new Refusal({ status: 400, headers: {} });
  expect(refusal.take(Buffer.from('no such session'.padEnd(8 * 1024)))).toBe(true);
  expect(refusal.take(Buffer.from('x'))).toBe(false);
  expect(refusal.text).toBe('no such session'.padEnd(8 * 1024));
  expect(refusal.fault(true)).toEqual({ kind: 'status', status: 400, sessionGone: true });
  expect(refusal.fault(false)).toEqual({ kind: 'status', status: 400, sessionGone: false });
});
