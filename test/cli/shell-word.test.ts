import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shellWord } from '../../src/cli/show/shell-word.ts';

it.each(['files', 'a b', "it's $HOME", '#comment', '=ls', '{"a": "b"}', './m.js#make', '`id`;!'])(
  'E1 a shell takes %s as the one word that a person was told to type',
  (word) => {
    const script = `printf %s ${shellWord(word)}`;
    expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', timeout: 10_000 })).toBe(
      word,
    );
  },
);
