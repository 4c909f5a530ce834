import { expect, test } from 'vitest';
import { displayName, hashedName } from '../../src/catalogue/display-name.ts';
import { isTooDeep } from '../../src/catalogue/nesting.ts';

test.each([
  ['files', 'read', 'files__read'],
  ['my-files', 'read_2', 'my-files__read_2'],
  ['a', 'b'.repeat(61), `a__${'b'.repeat(61)}`],
])('T1 the tool of %s that is named %s is shown as %s', (server, tool, expected) => {
  expect(displayName(server, tool)).toBe(expected);
});

test.each([
  ['files', 'read file', /^files__read_file_[0-9a-f]{8}$/],
  ['files', 'lesen.größe', /^files__lesen_gr__e_[0-9a-f]{8}$/],
  ['a__b', 'c', /^a__b__c_[0-9a-f]{8}$/],
  ['a_', 'b', /^a___b_[0-9a-f]{8}$/],
  ['a', 'b'.repeat(62), /^a__b{52}_[0-9a-f]{8}$/],
])('T1 a name that is not legal, or not plain, has a hash: %s, %s', (server, tool, expected) => {
  expect(displayName(server, tool)).toMatch(expected);
  expect(displayName(server, tool).length).toBeLessThanOrEqual(64);
});

test('T1 the hash tells apart what only differs in which part is whose, and may be longer', () => {
  expect(hashedName('a', 'b_c', 8)).not.toBe(hashedName('a_b', 'c', 8));
  expect(displayName('a_', '_b')).not.toBe(displayName('a__', 'b'));
  expect(hashedName('files', 'read', 16)).toMatch(/^files__read_[0-9a-f]{16}$/);
});

test('E5 two hundred levels within an entry are not too deep, one more is', () => {
  const nested = (levels: number) => {
    let entry: object = { text: 'a', nothing: null, number: 1 };
    for (let level = 0; level < levels; level += 1) entry = { text: 'a', within: [entry] };
    return entry;
  };
  expect(isTooDeep(nested(100))).toBe(false);
  expect(isTooDeep({ within: nested(100) })).toBe(true);
});
