import { expect, test } from 'vitest';
import { hintAt, nearestName } from '../../machines/nearest-name.ts';

test.each([
  ['timeOutMs', ['timeoutMs', 'signal'], 'timeoutMs'],
  ['polcy', ['servers', 'policy'], 'policy'],
  ['mcpServers', ['servers', 'policy'], 'servers'],
  ['ecoh', ['pid', 'echo'], 'echo'],
  ['ur', ['url', 'headers'], 'url'],
  ['colour', ['servers', 'policy', 'client'], undefined],
  ['x', ['url', 'cwd', 'env'], undefined],
  ['', ['url'], undefined],
  // Of two that are like it the nearer one, wherever it stands.
  ['timeoutMss', ['timeouts', 'timeoutMs'], 'timeoutMs'],
  ['timeoutMss', ['timeoutMs', 'timeouts'], 'timeoutMs'],
  // Two of five letters are just few enough.
  ['abxye', ['abcde'], 'abcde'],
  // Three are too many, and a swap is one of them: only where both letters changed places.
  ['baxyz', ['abpqz'], undefined],
  ['pqabz', ['xybaz'], undefined],
  ['xabyz', ['xbcyw'], undefined],
  ['xbcyw', ['xabyz'], undefined],
  ['anything', [], undefined],
])('E3 %j among %j was likely meant to be %j', (word, known, expected) => {
  expect(nearestName(word, known)).toBe(expected);
});

test('E3 where nothing is like it, what is known is named instead, and not without end', () => {
  expect(hintAt('colour', ['url', 'cwd'])).toBe('known: url, cwd');
  expect(hintAt('urll', ['url', 'cwd'])).toBe('did you mean url?');
  expect(hintAt('colour', [])).toBe('none is known');
  const many = Array.from({ length: 40 }, (_, index) => `name-${index}`);
  expect(hintAt('colour', many)).toMatch(/^known: name-0, .*name-11, and 28 more$/);
  expect(hintAt('colour', many.slice(0, 12))).toMatch(/, name-11$/);
});
