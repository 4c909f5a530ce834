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
