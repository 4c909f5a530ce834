import { mkdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixture } from './cli-process.ts';
import { useCli } from './use-cli.ts';

const cli = useCli();

/** Every command that is about a running fleet, with how it ends when all is well. */
async function askEverything(): Promise<void> {
  const asked = [
    ['status'],
    ['explain', 'echo'],
    ['tools', 'echo'],
    ['call', 'echo', 'pid'],
    ['retry', 'echo'],
    ['restart', 'echo'],
  ];
  for (const words of asked) {
    const { code, stderr } = await cli.run(...words);
    expect([words[0], code, stderr]).toEqual([words[0], 0, '']);
  }
}

async function stopWith(...options: string[]): Promise<void> {
  const { code, stdout } = await cli.run('stop', ...options);
  expect(stdout).toMatch(/1 server stopped/);
  expect(code).toBe(0);
}

it('F4 a fleet whose file was deleted can be asked and stopped', async () => {
  await cli.up();
  await unlink(join(cli.folder, 'holdfast.json'));
  await askEverything();
  await stopWith();
});

it('F4 so it can with the file named, and with its folder gone', async () => {
  const folder = join(cli.folder, 'agent');
  await mkdir(folder);
  const file = join(folder, 'mine.json');
  await rename(join(cli.folder, 'holdfast.json'), file);
  await cli.up(file);
  await rm(folder, { recursive: true });
  expect((await cli.run('status', '--config', file)).code).toBe(0);
  await stopWith('--config', file);
});

it('F4 a fleet whose file is broken can be asked and stopped', async () => {
  await cli.up();
  await writeFile(join(cli.folder, 'holdfast.json'), '{ "servers":');
  expect((await cli.run('status')).code).toBe(0);
  await stopWith();
});

it('F4 a file that would be second choice does not hide a fleet whose own is gone', async () => {
  await cli.up();
  await unlink(join(cli.folder, 'holdfast.json'));
  await writeFile(join(cli.folder, '.mcp.json'), JSON.stringify({ mcpServers: {} }));
  expect((await cli.run('status')).code).toBe(0);
  await stopWith();
});

it('F4 a link that leads elsewhere still names its fleet, and so does the file it led to', async () => {
  const [first, second, named] = ['first.json', 'second.json', 'link.json'].map((name) =>
    join(cli.folder, name),
  ) as [string, string, string];
  for (const file of [first, second])
    await writeFile(file, JSON.stringify({ servers: { echo: fixture('echo-server.mjs') } }));
  await symlink(first, named);
  await cli.up(named);
  expect((await cli.run('up', first)).code).toBe(4);
  await symlink(second, `${named}.new`);
  await rename(`${named}.new`, named);
  expect((await cli.run('status', '--config', named)).code).toBe(0);
  expect((await cli.run('status', '--config', first)).code).toBe(0);
  await unlink(second);
  expect((await cli.run('status', '--config', named)).code).toBe(0);
  await stopWith('--config', named);
});

it('E4 without a running fleet a missing file is what is wrong', async () => {
  await unlink(join(cli.folder, 'holdfast.json'));
  const unnamed = await cli.run('status');
  expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('no configuration')]);
  const named = await cli.run('status', '--config', 'gone.json');
  expect([named.code, named.stderr]).toEqual([2, expect.stringContaining('no such file')]);
});
