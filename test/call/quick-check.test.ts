import { describe, expect, test } from 'vitest';
import { isPlainSchema, isSmall } from '../../src/call/checks/quick-check.ts';

const mostCharacters = 64 * 1024;
const listOf = (length: number) => Array.from({ length }, () => 1);
const objectOf = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, index]));
/** So many lists, each in the one before. */
const nested = (depth: number): unknown =>
  JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown;

describe('E5 a value is small', () => {
  test.each<[string, unknown]>([
    ['a number', 1],
    ['nothing', null],
    ['no value', undefined],
    ['an empty object', {}],
    ['a list of 1,000', listOf(1_000)],
    ['an object of 1,000', objectOf(1_000)],
    ['lists of 1,000 together', [listOf(498), objectOf(500)]],
    ['1,000 lists in a list', nested(1_001)],
    ['64 Ki characters', 'x'.repeat(mostCharacters)],
    ['64 Ki characters in two places', { a: 'x'.repeat(mostCharacters - 1), b: ['y'] }],
  ])('that is %s', (_name, value) => {
    expect(isSmall(value)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['a list of 1,001', listOf(1_001)],
    ['an object of 1,001', objectOf(1_001)],
    ['lists of 1,001 together', [listOf(499), objectOf(500)]],
    ['1,001 lists in a list', nested(1_002)],
    ['one character more than 64 Ki', 'x'.repeat(mostCharacters + 1)],
    ['one more in two places', { a: 'x'.repeat(mostCharacters), b: ['y'] }],
    // Each part of it is looked at, whether anything stands there or not.
    ['a list of holes', new Array(1_001)],
    // More than a function takes as arguments.
    ['a list without end', listOf(200_000)],
    ['an object without end', objectOf(200_000)],
  ])('and not if it is %s', (_name, value) => {
    expect(isSmall(value)).toBe(false);
  });
});

test('E5 of a value that is not, no more is looked at than shows it', () => {
  let looks = 0;
  const part = Object.defineProperty({}, 'a', { enumerable: true, get: () => (looks += 1) });
  expect(isSmall(Array.from({ length: 1_001 }, () => part))).toBe(false);
  expect(looks).toBe(0);
});

describe('E5 a schema is plain', () => {
  /** As long as that, as JSON. */
  const textOf = (length: number) =>
    JSON.stringify({ description: 'x'.repeat(length - '{"description":""}'.length) });

  test('up to 8 KiB, and no further', () => {
    expect(textOf(8_192)).toHaveLength(8_192);
    expect([8_192, 8_193].map((length) => isPlainSchema(textOf(length)))).toEqual([true, false]);
  });

  test.each([
    ['$ref', '#'],
    ['$dynamicRef', '#'],
    ['$recursiveRef', '#'],
    ['uniqueItems', true],
    ['contains', {}],
    ['pattern', 'a*'],
    ['patternProperties', {}],
  ])('but for what can ask for more than it shows: %s', (keyword, value) => {
    const schema = { properties: { a: { anyOf: [{ type: 'string' }, { [keyword]: value }] } } };
    expect(isPlainSchema(JSON.stringify(schema))).toBe(false);
  });

  test('whatever words it has for what it describes', () => {
    const schema = { title: 'pattern', properties: { containsAll: { enum: ['$ref', 'a'] } } };
    // A value that is named so stands in quotes as the word itself does, and is taken for it.
    expect(isPlainSchema(JSON.stringify(schema))).toBe(false);
    const plain = { title: 'a pattern', properties: { patterns: { enum: ['$refs'] } } };
    expect(isPlainSchema(JSON.stringify(plain))).toBe(true);
  });
});
