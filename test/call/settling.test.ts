import { expect, test } from 'vitest';
import { createCall } from '../../src/call/call.ts';
import { toolCall } from '../../src/call/kinds/tool-call.ts';
import { failCall, resolveCall } from '../../src/call/settling.ts';
import { HoldfastError } from '../../src/errors/holdfast-error.ts';
import type { ErrorCode } from '../../src/errors/codes.ts';
import { policyWith } from './world.ts';

/** A call, and what was told to whoever made it. */
function stage() {
  const told: string[] = [];
  const settle = {
    resolve: () => void told.push('ok'),
    reject: ({ code }: HoldfastError) => void told.push(code),
  };
  const made = { kind: toolCall, server: 'files', subject: 'read', arguments: {}, options: {} };
  const call = createCall(made, settle, policyWith({}), 0);
  call.stopListening = () => void told.push('let go');
  return { call, told };
}

const errorWith = (code: ErrorCode) => new HoldfastError(code, 'so', { advice: 'Wait.' });

test('K1 the first outcome counts, and the signal is let go once', () => {
  const { call, told } = stage();
  resolveCall(call, { attempts: 1, generation: 1 });
  failCall(call, errorWith('CALL_TIMEOUT'));
  resolveCall(call, { attempts: 1, generation: 1 });
  expect(told).toEqual(['let go', 'ok']);
});

test('K7 an outcome that is told as unknown is told in its own words', () => {
  const { call, told } = stage();
  call.unknown = { kind: 'unknown', why: 'cut', message: 'the server ended' };
  const error = errorWith('OUTCOME_UNKNOWN');
  failCall(
    { ...call, settle: { ...call.settle, reject: (each) => void told.push(each.message) } },
    error,
  );
  expect(told).toEqual(['let go', error.message]);
});

test.each<[ErrorCode, ErrorCode]>([
  ['CALL_TIMEOUT', 'CALL_TIMEOUT'],
  ['CALL_CANCELLED', 'CALL_CANCELLED'],
  ['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'],
  ['PROTOCOL_ERROR', 'PROTOCOL_ERROR'],
  ['SERVER_ERROR', 'SERVER_ERROR'],
  ['SERVER_PARKED', 'OUTCOME_UNKNOWN'],
  ['INVALID_ARGUMENTS', 'OUTCOME_UNKNOWN'],
])('K7 where %s would end a call that was sent, the caller is told %s', (code, expected) => {
  const { call, told } = stage();
  call.unknown = { kind: 'unknown', why: 'cut', message: 'the server ended' };
  failCall(call, errorWith(code));
  expect(told).toEqual(['let go', expected]);
  const unsent = stage();
  failCall(unsent.call, errorWith(code));
  expect(unsent.told).toEqual(['let go', code]);
});
