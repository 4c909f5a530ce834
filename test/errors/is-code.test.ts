import { expect, test } from 'vitest';
import { isCode } from '../../src/errors/is-code.ts';

test.each([['CONNECT_FAILED'], ['E2BIG'], ['A'], ['A'.repeat(64)]])('L9 %s is a code', (code) => {
  expect(isCode(code)).toBe(true);
});

test.each<[unknown]>([
  [''],
  ['A'.repeat(65)],
  ['connect failed'],
  ['CONNECT_FAILED: s3cret'],
  ['a CONNECT_FAILED'],
  ['_A'],
  ['2A'],
  ['A\n'],
  [-32_000],
  [['A']],
  [undefined],
])('L9 %j may be a text of a server, and is none', (code) => {
  expect(isCode(code)).toBe(false);
});
