import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fixture } from './cli-process.ts';
import { useCli } from './use-cli.ts';

const cli = useCli();

interface Line {
  readonly type: string;
  readonly event?: string;
  readonly [key: string]: unknown;
}

function linesOf(stdout: string): Line[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

describe('watch', () => {
  it('H3 tells what has happened and then what happens, one line per event', async () => {
    await cli.up();
    const watch = cli.start('watch', 'echo');
    await watch.says('server.state        ready');
    const pid = await cli.serverPid();
    process.kill(pid, 'SIGKILL');
    await watch.says('server.lost');
    expect(watch.stdout).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}server\.state +connecting$/m);
    expect(watch.stdout).not.toContain('\u001b');
    watch.child.kill('SIGINT');
    expect(await watch.finished).toMatchObject({ code: 130, stderr: '' });
  });

  it('H1 --json tells each event once, and the status and activity after it', async () => {
    await cli.up();
    const watch = cli.start('watch', 'echo', '--json');
    await watch.says('"status"');
    const call = cli.start('call', 'echo', 'slow', 'ms=60000');
    await watch.says('"subject":"slow"');
    call.child.kill('SIGINT');
    await cli.run('retry', 'echo');
    await cli.run('stop');
    const { code, stdout } = await watch.finished;
    const lines = linesOf(stdout);
    expect(code).toBe(0);
    expect(lines.at(-1)).toEqual({ type: 'ended', server: 'echo', why: 'stopped' });
    const ids = lines.filter(({ type }) => type === 'event').map(({ id }) => id as number);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
    const last = lines.filter(({ type }) => type === 'status').at(-1);
    expect(last).toMatchObject({ status: { state: 'shutdown' }, activity: { server: 'echo' } });
    expect(last?.['activity']).not.toHaveProperty('latency');
    expect(stdout).not.toContain('60000');
  });

  it('S1 ends with a clear line when up is stopped, and so do all others', async () => {
    const fleet = await cli.up();
    const watchers = Array.from({ length: 5 }, () => cli.start('watch', 'echo'));
    for (const watcher of watchers) await watcher.says('server.state        ready');
    fleet.child.kill('SIGINT');
    for (const watcher of watchers)
      expect(await watcher.finished).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/server\.state +shutdown\n/) as string,
        stderr: 'the running "up" was stopped; there is nothing more to watch\n',
      });
    expect((await fleet.finished).code).toBe(0);
  });

  it('exits 3 when up is killed, and says so', async () => {
    const fleet = await cli.up();
    const watch = cli.start('watch', 'echo');
    await watch.says('server.state        ready');
    fleet.child.kill('SIGKILL');
    const { code, stderr } = await watch.finished;
    expect(code).toBe(3);
    expect(stderr).toMatch(/^CONTROL_LOST: the running "up" ended without a word\n/);
  });

  it('F4 ends when the server is taken out of the configuration', async () => {
    await cli.configure({
      echo: fixture('echo-server.mjs'),
      other: fixture('echo-server.mjs'),
    });
    await cli.up();
    const watch = cli.start('watch', 'other');
    await watch.says('server.state        ready');
    await cli.configure({ echo: fixture('echo-server.mjs') });
    expect(await watch.finished).toMatchObject({
      code: 1,
      stderr: 'other was taken out of the configuration; there is nothing more to watch\n',
    });
  });

  it('E1 of an unknown server, and without an up, it says what the others say', async () => {
    expect(await cli.run('watch', 'echo')).toMatchObject({ code: 3 });
    await cli.up();
    const { code, stderr } = await cli.run('watch', 'nobody');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^SERVER_UNKNOWN: .*\n.*echo/)]);
  });

  it('a reader that leaves ends it, and nothing else', async () => {
    await cli.up();
    const watch = cli.start('watch', 'echo');
    await watch.says('server.state        ready');
    watch.child.stdout?.destroy();
    await cli.run('retry', 'echo');
    expect((await watch.finished).code).toBe(0);
    expect((await cli.run('status')).code).toBe(0);
  });

  it('E5 watchers leave room for the other commands, however many there are and whether they read', async () => {
    const fleet = await cli.up();
    const path = await cli.socketFile();
    const sockets = Array.from({ length: 40 }, () => connect(path));
    try {
      const refusals = await Promise.all(sockets.map(firstFrame));
      expect(refusals.filter(({ error }) => error?.code === 'OVERLOADED')).toHaveLength(8);
      // None of them reads on from here.
      for (let round = 0; round < 3; round += 1)
        expect((await cli.run('retry', 'echo')).code).toBe(0);
      expect((await cli.run('stop')).code).toBe(0);
      expect((await fleet.finished).code).toBe(0);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  it('a watcher that died makes room for another', async () => {
    await cli.up();
    const path = await cli.socketFile();
    for (let round = 0; round < 3; round += 1) {
      const sockets = Array.from({ length: 20 }, () => connect(path));
      const frames = await Promise.all(sockets.map(firstFrame));
      expect(frames.every(({ sight }) => sight !== undefined)).toBe(true);
      for (const socket of sockets) socket.destroy();
    }
  });
});

interface Frame {
  readonly sight?: object;
  readonly error?: { readonly code: string };
}

/** Asks to watch, reads the first frame, and then reads no more. */
async function firstFrame(socket: ReturnType<typeof connect>): Promise<Frame> {
  socket.on('error', () => undefined);
  socket.write('{"method":"watch","params":{"server":"echo"}}\n');
  let text = '';
  while (!text.includes('\n')) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('utf8');
  }
  socket.pause();
  return JSON.parse(text.slice(0, text.indexOf('\n'))) as Frame;
}
