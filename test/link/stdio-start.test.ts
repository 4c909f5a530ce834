import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { prepare } from './open-stdio.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-start-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('E2 a command that is nowhere in the PATH is permanent, and named', async () => {
  const { channel } = prepare('', [], { command: 'no-such-command' });
  await expect(channel.start()).rejects.toMatchObject({
    name: 'ConnectError',
    kind: 'permanent',
    code: 'COMMAND_NOT_FOUND',
    message: expect.stringContaining('no-such-command') as string,
  });
});

it("E2 a command is looked up in the PATH of the server's own environment", async () => {
  const { channel } = prepare('', [], { command: 'node', env: { PATH: folder } });
  await expect(channel.start()).rejects.toMatchObject({ code: 'COMMAND_NOT_FOUND' });
});

it('E2 an empty command is permanent', async () => {
  const { channel } = prepare('', [], { command: ' ' });
  await expect(channel.start()).rejects.toMatchObject({
    kind: 'permanent',
    code: 'COMMAND_NOT_FOUND',
  });
});

it('E2 a file that is not executable is permanent, and not called missing', async () => {
  const file = join(folder, 'plain.txt');
  writeFileSync(file, 'text');
  const { channel } = prepare('', [], { command: file });
  await expect(channel.start()).rejects.toMatchObject({
    kind: 'permanent',
    code: 'COMMAND_NOT_EXECUTABLE',
    message: expect.stringContaining(file) as string,
  });
});

it('E2 a script whose interpreter is missing is permanent', async () => {
  const file = join(folder, 'script');
  writeFileSync(file, '#!/no/such/interpreter\n');
  chmodSync(file, 0o755);
  const { channel } = prepare('', [], { command: file });
  await expect(channel.start()).rejects.toMatchObject({
    kind: 'permanent',
    code: 'COMMAND_NOT_FOUND',
    message: expect.stringContaining('interpreter') as string,
  });
});

it('E2 a missing working directory is told apart from a missing command', async () => {
  const cwd = join(folder, 'gone');
  const { channel } = prepare('echo-server.mjs', [], { cwd });
  await expect(channel.start()).rejects.toMatchObject({
    kind: 'permanent',
    code: 'CWD_NOT_FOUND',
    message: expect.stringContaining(cwd) as string,
  });
});

it('E2 a working directory that is a file is refused as well', async () => {
  const cwd = join(folder, 'file');
  writeFileSync(cwd, '');
  const { channel } = prepare('echo-server.mjs', [], { cwd });
  await expect(channel.start()).rejects.toMatchObject({ code: 'CWD_NOT_FOUND' });
});

it('E2 a relative command is found relative to the working directory', async () => {
  const script = join(folder, 'relative');
  writeFileSync(script, '#!/bin/sh\nexit 7\n');
  chmodSync(script, 0o755);
  const { channel, lost } = prepare('', [], { command: `./${basename(script)}`, cwd: folder });
  await channel.start();
  expect((await lost).message).toBe('exited with code 7');
});

it('L9 an environment that cannot be given to a process is refused without being quoted', async () => {
  const { channel } = prepare('echo-server.mjs', [], { env: { TOKEN: 'hush-hush\0' } });
  const error: unknown = await channel.start().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ kind: 'permanent', code: 'SPAWN_FAILED' });
  expect(String(error)).not.toContain('hush');
});

it('S1 a channel that is ended while it starts spawns nothing', async () => {
  const { channel } = prepare('echo-server.mjs');
  const starting = channel.start();
  const end = channel.end();
  await expect(starting).rejects.toMatchObject({ kind: 'transient', code: 'CLOSED' });
  expect(await end).toEqual({ killed: 0, left: [] });
  expect(channel.facts().pid).toBeUndefined();
});
