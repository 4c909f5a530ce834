import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FleetStatus } from '../../src/index.ts';
import { fixture, isGone } from './cli-process.ts';
import { useCli } from './use-cli.ts';

const cli = useCli();
const echo = fixture('echo-server.mjs');

describe('up and a changed configuration', () => {
  it('F4 starts what was added, ends what was removed, and keeps the process of what stayed', async () => {
    const fleet = await cli.up();
    const pid = await cli.serverPid();
    await cli.configure({ echo, second: echo });
    await fleet.says('configuration reloaded: added second');
    await fleet.says('second            ready');
    expect(await cli.serverPid()).toBe(pid);
    const second = Number((await cli.run('call', 'second', 'pid')).stdout);
    await cli.configure({ echo });
    await fleet.says('configuration reloaded: removed second');
    expect(await isGone(second)).toBe(true);
    expect(await cli.serverPid()).toBe(pid);
  });

  it('F4 a running call of another server goes on while one is restarted', async () => {
    await cli.configure({ echo, other: echo });
    const fleet = await cli.up();
    await fleet.says('other             ready');
    const pid = await cli.serverPid();
    const running = cli.run('call', 'other', 'slow', 'ms=5000', '--json');
    await isRunning('other');
    await cli.configure({ echo: { ...echo, env: { FIXTURE_NAME: 'changed' } }, other: echo });
    await fleet.says('configuration reloaded: changed echo');
    expect(await cli.serverPid()).not.toBe(pid);
    expect(await isGone(pid)).toBe(true);
    expect(await running).toMatchObject({ code: 0 });
  });

  it('F4 a broken file is told once with its place, and the fleet goes on until it is mended', async () => {
    const fleet = await cli.up();
    const file = join(cli.folder, 'holdfast.json');
    const good = await readFile(file, 'utf8');
    await writeFile(file, '{\n  "servers": {,');
    await fleet.says('holdfast.json:2:15');
    await fleet.says('The fleet goes on as it was.');
    expect((await cli.run('status')).code).toBe(0);
    await writeFile(`${file}.new`, good.replace('"echo"', '"renamed"'));
    await rename(`${file}.new`, file);
    await fleet.says('configuration reloaded: added renamed; removed echo');
    expect(fleet.stderr.match(/CONFIG_INVALID/g)).toHaveLength(1);
  });

  it('F4 E4 a server whose entry broke stays, and status shows what is wrong with it', async () => {
    const fleet = await cli.up();
    const pid = await cli.serverPid();
    await cli.configure({ echo: { ...echo, env: { TOKEN: '${HOLDFAST_UNSET}' } } });
    await fleet.says('configuration reloaded: kept as before echo');
    expect(await cli.serverPid()).toBe(pid);
    expect((await cli.run('status')).stdout).toContain('HOLDFAST_UNSET is not set');
  });

  it('--json tells a reload as an event, without the configuration itself', async () => {
    const fleet = cli.start('up', '--json');
    await fleet.says('"state":"ready"');
    await cli.configure({ echo: { ...echo, env: { TOKEN: 'a-secret' } } });
    await fleet.says('"type":"config.reloaded"');
    expect(fleet.stdout).toContain('"changed":["echo"]');
    expect(fleet.stdout).not.toContain('a-secret');
  });

  it('--no-watch keeps to the file as it was read', async () => {
    const fleet = await cli.up('--no-watch');
    await cli.configure({});
    expect(await cli.serverPid()).toBeGreaterThan(0);
    fleet.child.kill('SIGINT');
    const { code, stdout, stderr } = await fleet.finished;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain('reloaded');
  });
});

/** Resolves when the server has a call in flight. */
async function isRunning(name: string): Promise<void> {
  for (let look = 0; look < 20; look += 1) {
    const { servers } = JSON.parse((await cli.run('status', '--json')).stdout) as FleetStatus;
    if (servers.some(({ server, inFlight }) => server === name && inFlight > 0)) return;
  }
  throw new Error(`${name} never had a call in flight`);
}
