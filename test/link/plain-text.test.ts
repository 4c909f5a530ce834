import { expect, it } from 'vitest';
import { plainLine, plainText } from '../../src/link/plain-text.ts';

it('E5 loses escape sequences, control characters and turns of direction, and nothing else', () => {
  expect(plainText('a\u001b[2Jb\u009b31mc\u0000\u0007\u202ed\r\n\té 文')).toBe('abcd\n\té 文');
  expect(plainText('\u001b]8;;http://x\u0007link\u001b]8;;\u0007')).toBe('link');
  expect(plainText('a\u001b[31mb\u0007c\u001b]d\u001be\u001b(Bf')).toBe('abc]def');
  expect(plainLine(' a\n\n b\tc ')).toBe('a b c');
});

it('L3 text from a server cannot act on a terminal', () => {
  expect(plainText('\u001b[31mred\u001b[0m \u001b]0;title\u0007a\u0000b\r\n\u202ec\t')).toBe(
    'red ab\nc\t',
  );
});

it('E5 a text of nothing but beginnings of sequences does not take longer and longer', () => {
  // Read anew from every beginning, these would take minutes.
  const beginnings = ['\u001b]', '\u001b[', '\u001b ', '\u0090', '\u009b', '\u009d'];
  for (const beginning of beginnings)
    expect(plainText(beginning.repeat(500_000))).not.toMatch(/[\u001b\u0080-\u009f]/);
});
