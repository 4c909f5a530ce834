import { describe, expect, it } from 'vitest';
import { wrapText } from '../../src/cli/show/wrap-text.ts';

describe('text that is wrapped at the width of a terminal', () => {
  it('goes on below its last column', () => {
    const line = '  What is wrong   It has been parked for 10 s because it could not be started.';
    expect(wrapText(`web: parked\n${line}`, 40)).toBe(
      [
        'web: parked',
        '  What is wrong   It has been parked for',
        '                  10 s because it could',
        '                  not be started.',
      ].join('\n'),
    );
  });

  it('leaves alone what fits, and what is in columns further right goes on further left', () => {
    expect(wrapText('  a  b  c', 40)).toBe('  a  b  c');
    const line = `    10 s ago  server.failed  ${'word '.repeat(8).trimEnd()}`;
    for (const text of wrapText(line, 40).split('\n').slice(1)) expect(text).toMatch(/^ {14}\w/);
  });

  it('cuts a word that has no room, counts wide characters and keeps colours', () => {
    for (const text of [
      'x'.repeat(100),
      '文件'.repeat(30),
      `\u001b[1m${'x '.repeat(60)}\u001b[22m`,
    ])
      for (const line of wrapText(text, 20).split('\n')) {
        const shown = line.replace(/\u001b\[\d+m/g, '');
        expect([...shown].reduce((sum, one) => sum + (one > '\u2e80' ? 2 : 1), 0)).toBeLessThan(21);
      }
  });
});
