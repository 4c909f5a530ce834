import { expect, test } from 'vitest';
import { isTameExpression } from '../../src/call/checks/tame-expression.ts';

test.each([
  ['a'.repeat(500)],
  ['(ab)+'],
  // What stands in brackets repeats nothing,
  ['([+*])+'],
  ['([\\]+])+'],
  // and still parts a group from what repeats the brackets.
  ['(a+)[b]+'],
])('E5 a pattern that holds nobody up is run: %s', (pattern) => {
  expect(isTameExpression(pattern)).toBe(true);
});

test.each([['a'.repeat(501)], ['(a+){10,}'], ['((a)b){10,}'], ['((a)b){2,}']])(
  'E5 one that might is not: %s',
  (pattern) => {
    expect(isTameExpression(pattern)).toBe(false);
  },
);
