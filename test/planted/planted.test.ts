import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patched } from './bugs/bug.ts';
import { bugs } from './bugs/bugs.ts';

test('there are 25 planted bugs or more, each with a name of its own', () => {
  const names = bugs.map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(25);
  expect(new Set(names).size).toBe(names.length);
});

test.each(bugs)('$rule $name can still be planted: $story', ({ patches }) => {
  for (const patch of patches) {
    const text = readFileSync(patch.file, 'utf8');
    expect(patched(text, patch)).not.toBe(text);
  }
});
