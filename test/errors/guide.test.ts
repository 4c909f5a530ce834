import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCodes, isRetryable } from '../../src/errors/codes.ts';
import { hints } from '../../src/health/hints.ts';

/** The cells of every row that begins with a code, by the page's sections. */
function tablesOf(page: string): string[][][] {
  return page.split('\n## ').map((section) =>
    section
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
}

const [, calls = [], servers = []] = tablesOf(readFileSync('docs/guide/errors.md', 'utf8'));

it('E1 the page of errors lists every code of a call, and whether it may be made again', () => {
  const listed = calls.map(([code = '', again]) => [code.replaceAll('`', ''), again]);
  const known = errorCodes.map((code) => [code, isRetryable(code) ? 'yes' : 'no']);
  expect(listed.sort()).toEqual(known.sort());
  expect(calls.filter((row) => row.at(-1) === '')).toEqual([]);
});

it('E2 H2 it says of a server that failed what explain() says', () => {
  const listed = servers.map(([code = '', , advice]) => [code.replaceAll('`', ''), advice]);
  expect(Object.fromEntries(listed)).toEqual(hints);
});
