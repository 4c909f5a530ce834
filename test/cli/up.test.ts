import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixture, isGone } from './cli-process.ts';
import { useCli } from './use-cli.ts';

const cli = useCli();

describe('up', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'S5 %s ends all servers, reports it and exits 0',
    async (signal) => {
      const fleet = await cli.up();
      const pid = await cli.serverPid();
      fleet.child.kill(signal);
      const { code, stdout } = await fleet.finished;
      expect(stdout).toMatch(/1 server stopped in .*; nothing is left\n$/);
      expect(code).toBe(0);
      expect(await isGone(pid)).toBe(true);
      expect(await readdir(join(cli.folder, 'holdfast'))).toEqual([]);
    },
  );

  it('a second up on the same configuration is refused and disturbs nothing', async () => {
    const first = await cli.up();
    const second = await cli.run('up', join(cli.folder, 'holdfast.json'));
    expect(second.code).toBe(4);
    expect(second.stderr).toContain('UP_ALREADY_RUNS');
    expect(first.child.exitCode).toBeNull();
    expect((await cli.run('status')).code).toBe(0);
  });

  it('a socket that a killed up left behind is replaced', async () => {
    const first = await cli.up();
    first.child.kill('SIGKILL');
    await first.finished;
    expect((await cli.run('status')).code).toBe(3);
    await cli.up();
    expect((await cli.run('status')).code).toBe(0);
    expect(await readdir(join(cli.folder, 'holdfast'))).toHaveLength(1);
  });

  it('its socket can be reached by its user only', async () => {
    await cli.up();
    expect((await stat(join(cli.folder, 'holdfast'))).mode & 0o777).toBe(0o700);
    expect((await stat(await cli.socketFile())).mode & 0o777).toBe(0o600);
  });

  it('it does not use a folder that others can enter', async () => {
    await mkdir(join(cli.folder, 'holdfast'));
    await chmod(join(cli.folder, 'holdfast'), 0o755);
    const { code, stderr } = await cli.run('up');
    expect(code).toBe(2);
    expect(stderr).toContain('SOCKET_FOLDER_SHARED');
  });

  it('E5 whatever is sent to its socket, it goes on', async () => {
    await cli.up();
    const path = await cli.socketFile();
    const frames = [
      'garbage\n',
      'null\n',
      '{"method":"__proto__"}\n',
      '{"method":"call"}\n',
      '\n\n',
    ];
    for (const frame of frames) {
      await send(path, frame);
    }
    await send(path, Buffer.alloc(9 * 1024 * 1024, 97));
    expect((await cli.run('status')).code).toBe(0);
  });

  it('--json writes one event per line', async () => {
    const fleet = cli.start('up', '--json');
    await fleet.says('"state":"ready"');
    fleet.child.kill('SIGINT');
    const { stdout } = await fleet.finished;
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({
      type: 'server.state',
      server: 'echo',
      at: expect.any(Number),
    });
    expect(events.at(-1)).toMatchObject({ type: 'stopped', left: 0 });
  });

  it('F5 a required server that cannot start is named, and the rest goes on', async () => {
    const broken = { command: 'no-such-command-anywhere', required: true };
    await cli.configure({ echo: fixture('echo-server.mjs'), broken });
    const fleet = await cli.up();
    await fleet.says('CONNECT_FAILED');
    const status = await cli.run('status', '--json');
    expect(status.code).toBe(1);
    expect(JSON.parse(status.stdout)).toMatchObject({ health: 'failed', pid: fleet.child.pid });
  });

  it('E4 a server that the configuration spoils is reported and costs only itself', async () => {
    await cli.configure({
      echo: fixture('echo-server.mjs'),
      web: { url: 'https://x', headers: { Authorization: '${NO_SUCH_TOKEN}' } },
    });
    const fleet = await cli.up();
    expect(fleet.stderr).toMatch(/holdfast\.json:1:\d+ error: web: .*NO_SUCH_TOKEN is not set/);
    expect((await cli.run('status')).stdout).toContain('! web: headers.Authorization:');
  });
});

/** Resolves when the other side has closed, cleanly or not. */
function send(path: string, data: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.resume().end(data);
  });
}
