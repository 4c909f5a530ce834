import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { HoldfastError } from '../../src/errors/holdfast-error.ts';

test('E1 a logged error shows what is known, and nothing else', () => {
  const error = new HoldfastError('OVERLOADED', 'too much', { advice: 'Wait.', attempts: 0 });
  expect(inspect(error)).not.toContain('undefined');
  expect(Object.keys(error).sort()).toEqual(['advice', 'attempts', 'code', 'name']);
  expect([error.server, error.retryAfterMs, error.rpcCode]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('E1 details that came over a wire may hold more, and are not all taken', () => {
  const told = new HoldfastError('QUEUE_FULL', 'full', { advice: 'Wait.', server: 'files' });
  const details = JSON.parse(JSON.stringify(told)) as { advice: string };
  expect(new HoldfastError('QUEUE_FULL', 'full', details)).toEqual(told);
});

test('E1 a delay that is told is whole, and never too short', () => {
  const told = (retryAfterMs: number) =>
    new HoldfastError('OVERLOADED', 'too much', { advice: 'Wait.', retryAfterMs }).retryAfterMs;
  expect([0, 0.2, 755.6, 1_000].map(told)).toEqual([0, 1, 756, 1_000]);
});

test('E1 L9 as JSON it has all that may be shown, and not its cause or data', () => {
  const login = { scope: 'mcp' };
  const record = { attempts: 1, generation: 2, rpcCode: -1, httpStatus: 403, login };
  const details = { server: 'files', advice: 'Wait.', retryAfterMs: 5, ...record };
  const secret = { cause: new Error('s3cret'), rpcData: 's3cret' };
  const error = new HoldfastError('OVERLOADED', 'too much', { ...details, ...secret });
  expect([error.name, error.cause, error.rpcData]).toEqual([
    'HoldfastError',
    secret.cause,
    secret.rpcData,
  ]);
  const told = { code: 'OVERLOADED', message: 'too much', retryable: true, ...details };
  expect(error.toJSON()).toEqual(told);
  expect('cause' in new HoldfastError('OVERLOADED', 'too much', details)).toBe(false);
});
