import { expect, it } from 'vitest';
import { lastLines, plainLine, plainText, redact } from '../../src/link/plain-text.ts';

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

it('E5 every kind of sequence goes as a whole, and every character that acts', () => {
  const strings = [
    '\u001bP',
    '\u001bX',
    '\u001b^',
    '\u001b_',
    '\u0098',
    '\u009d',
    '\u009e',
    '\u009f',
  ];
  const ends = ['\u0007', '\u001b\\', '\u009c'];
  for (const start of strings)
    for (const end of ends) expect(plainText(`a${start}gone${end}b`)).toBe('ab');
  expect(plainText('a\u001b[?25;1 hb\u009b1mc\u001b(Bd\u001b #8e')).toBe('abcde');
  const acting = [0x00, 0x08, 0x0b, 0x0d, 0x1f, 0x7f, 0x9f, 0x061c, 0x200e, 0x200f];
  const turning = [0x2028, 0x202e, 0x2066, 0x2069];
  for (const code of [...acting, ...turning])
    expect(plainText(`a${String.fromCharCode(code)}b`)).toBe('ab');
  const harmless = '\u00a0\u200d\u2027\u202f\u2065\u206a \t\n~';
  expect(plainText(harmless)).toBe(harmless);
});

it('L3 the last lines are so many, and of so many characters, from the end', () => {
  expect(lastLines('one\n  two\nthree \n\n', 2, 100)).toBe('  two\nthree');
  expect(lastLines('  one\ntwo', 5, 100)).toBe('  one\ntwo');
  expect(lastLines('one\ntwo', 2, 5)).toBe('e\ntwo');
});

it('L9 secrets are redacted wherever they stand, and words of fewer than eight letters are none', () => {
  expect(redact('12345678, 1234567, 12345678', ['12345678', '1234567', '', '7, 1'])).toBe(
    '[redacted], 1234567, [redacted]',
  );
});
