import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/index.ts';
import { readFencedBlocks, type FencedBlock } from './fenced-blocks.ts';

const run = promisify(execFile);
// Inside the package, so that a snippet's `import 'holdfast'` finds it as a user's would.
const folder = resolve('.tmp/snippets');
const blocks = readFencedBlocks();
const variables = { SEARCH_TOKEN: 'token', SEARCH_SECRET: 'secret' };

beforeAll(() => void mkdirSync(folder, { recursive: true }));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the snippets of the README and the guide', () => {
  it('are all of a language that is tried here or in the test of the command line', () => {
    const languages = new Set(blocks.map(({ language }) => language));
    expect([...languages].sort()).toEqual(['js', 'json', 'sh']);
  });

  it.each(named('js'))('run as they stand: $name', async ({ block, name }) => {
    const file = join(folder, `${name.replace(/\W+/g, '-')}.mjs`);
    writeFileSync(file, block.text);
    const { stdout, stderr } = await run(process.execPath, [file], { timeout: 60_000 });
    expect(stderr).toBe('');
    expect(stdout).not.toBe('');
  });

  it.each(named('json'))('are configurations without a problem: $name', async ({ block, name }) => {
    const file = join(folder, `${name.replace(/\W+/g, '-')}.json`);
    writeFileSync(file, block.text);
    const { problems, servers } = await loadConfig(file, variables);
    expect(problems).toEqual([]);
    expect(Object.keys(servers)).not.toEqual([]);
  });
});

function named(language: string): { name: string; block: FencedBlock }[] {
  const chosen = blocks.filter((block) => block.language === language);
  return chosen.map((block) => ({ name: `${block.page}:${block.line}`, block }));
}
