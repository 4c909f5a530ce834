import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadConfig } from '../../src/index.ts';

let folder = '';
const write = (name: string, servers: object) =>
  writeFile(join(folder, name), JSON.stringify({ servers }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-find-'));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

it('E4 without a file named, the one that the command line would take is read', async () => {
  await expect(loadConfig()).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('neither holdfast.json nor .mcp.json') as string,
  });
  await write('.mcp.json', { second: { command: 'x' } });
  expect(await loadConfig()).toMatchObject({ file: join(folder, '.mcp.json') });
  await write('holdfast.json', { first: { command: 'x' } });
  expect((await loadConfig()).servers).toEqual({ first: { command: 'x' } });
});
