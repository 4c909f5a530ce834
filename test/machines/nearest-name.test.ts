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
});
