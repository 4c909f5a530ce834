import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixture, isGone } from './cli-process.ts';
import { useCli } from './use-cli.ts';

const cli = useCli();

describe('the commands, with an up', () => {
  it('status, explain, tools, call, retry, restart and stop reach the running fleet', async () => {
    const fleet = await cli.up();
    const pid = await cli.serverPid();
    expect((await cli.run('status')).stdout).toMatch(/echo +● ready +closed/);
    expect((await cli.run('explain', 'echo')).stdout).toContain('Nothing is wrong');
    expect((await cli.run('tools', 'echo')).stdout).toMatch(/echo +write-effect/);
    expect((await cli.run('call', 'echo', 'echo', 'text=hi')).stdout).toBe('hi\n');
    expect(await cli.serverPid()).toBe(pid);
    expect(await cli.run('retry', 'echo')).toMatchObject({ code: 0, stdout: 'echo is ready\n' });
    expect(await cli.serverPid()).not.toBe(pid);
    expect((await cli.run('stop', 'echo')).stdout).toMatch(
      /^1 server stopped .* nothing is left\n$/,
    );
    expect((await cli.run('retry', 'echo')).code).toBe(1);
    expect((await cli.run('restart', 'echo')).code).toBe(0);
    expect((await cli.run('stop')).stdout).toContain('nothing is left');
    expect((await fleet.finished).code).toBe(0);
  });

  it('an unknown server is an error that lists the known ones', async () => {
    await cli.up();
    for (const command of [['explain'], ['tools'], ['retry'], ['restart'], ['stop']]) {
      const { code, stderr } = await cli.run(...command, 'nobody');
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^SERVER_UNKNOWN: .*\n.*echo/)]);
    }
  });

  it('a call whose command is interrupted is cancelled', async () => {
    await cli.up();
    const call = cli.start('call', 'echo', 'slow', 'ms=60000');
    await inFlight(1);
    call.child.kill('SIGINT');
    expect((await call.finished).code).toBe(130);
    await inFlight(0);
  });

  async function inFlight(count: number): Promise<void> {
    for (let tries = 0; tries < 50; tries += 1) {
      const { servers } = JSON.parse((await cli.run('status', '--json')).stdout);
      if (servers[0].inFlight === count) return;
    }
    throw new Error(`never ${count} in flight`);
  }
});

describe('the commands, without an up', () => {
  it.each([['status'], ['explain', 'echo'], ['retry', 'echo'], ['restart', 'echo'], ['stop']])(
    '%s says that none runs and how to start it',
    async (...command) => {
      const { code, stderr } = await cli.run(...command);
      expect(code).toBe(3);
      expect(stderr).toMatch(/^UP_NOT_RUNNING: .*\n.*holdfast up --config .*holdfast\.json/);
    },
  );

  it('tools and call start what they need for the moment and leave nothing', async () => {
    const log = join(cli.folder, 'starts');
    await cli.configure({
      echo: { ...fixture('echo-server.mjs'), env: { FIXTURE_START_LOG: log } },
      other: { command: 'no-such-command-anywhere', required: true },
    });
    expect(await cli.run('call', 'echo', 'echo', '{"text": "one"}')).toMatchObject({
      code: 0,
      stdout: 'one\n',
      stderr: '',
    });
    expect((await cli.run('tools', 'echo', '--json')).stdout).toContain('"displayName"');
    const pids = (await readFile(log, 'utf8')).trim().split('\n').map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) expect(await isGone(pid)).toBe(true);
    const all = await cli.run('tools');
    expect(all.code).toBe(1);
    expect(all.stderr).toContain('other is parked: COMMAND_NOT_FOUND');
  });

  it('S5 a call that is interrupted exits 130 and leaves nothing', async () => {
    const log = join(cli.folder, 'starts');
    await cli.configure({
      echo: { ...fixture('echo-server.mjs'), env: { FIXTURE_START_LOG: log } },
    });
    const call = cli.start('call', 'echo', 'slow', 'ms=60000');
    let pid = '';
    while (pid === '') pid = await readFile(log, 'utf8').catch(() => '');
    call.child.kill('SIGINT');
    const { code, stderr } = await call.finished;
    expect([code, stderr]).toEqual([130, 'INTERRUPTED: ended by SIGINT\n']);
    expect(await isGone(Number(pid))).toBe(true);
  });
});

describe('answers and exit codes', () => {
  it("a tool's own error and a refused call exit 1, with the advice and no stack", async () => {
    expect(await cli.run('call', 'echo', 'fail-politely')).toMatchObject({ code: 1, stderr: '' });
    const refused = await cli.run('call', 'echo', 'no-such-tool');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^TOOL_UNKNOWN: .*\n.+\n$/);
    expect(refused.stderr).not.toContain('    at ');
  });

  it('E1 --json gives errors as JSON too', async () => {
    const { code, stdout } = await cli.run('call', 'echo', 'no-such-tool', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'TOOL_UNKNOWN', server: 'echo', advice: expect.any(String) },
    });
  });

  it('E5 an answer cannot steer the terminal', async () => {
    const text = JSON.stringify({ text: 'a\u001b[31mb\u0007' });
    expect((await cli.run('call', 'echo', 'echo', text)).stdout).toBe('ab\n');
  });

  it.each([
    [['bogus'], "unknown command 'bogus'"],
    [['call', 'echo'], "missing required argument 'tool'"],
    [['call', 'echo'], 'Add --help'],
    [['call', 'echo', 'echo', 'x'], 'USAGE'],
    [['call', 'echo', 'echo', '--timeout-ms', 'soon'], 'USAGE'],
    [['status', '--config', 'none.json'], 'CONFIG_INVALID'],
    [['graph', '--region', 'moon'], 'USAGE'],
  ])('%j is a mistake of use: exit 2', async (args, reason) => {
    const { code, stderr } = await cli.run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });

  it('E1 --json tells a mistake of use as JSON, too', async () => {
    const { code, stdout } = await cli.run('explain', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'USAGE', message: "missing required argument 'server'" },
    });
  });

  it('E3 a broken configuration exits 2 with file, line and column', async () => {
    await writeFile(join(cli.folder, 'holdfast.json'), '{\n  "servers" {}\n}');
    const { code, stderr } = await cli.run('up');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^CONFIG_INVALID: .*holdfast\.json:2:\d+: colon expected\n/);
  });

  it('E3 a configuration without a server that could be started exits 2', async () => {
    await cli.configure({ web: { url: '${NO_SUCH_ADDRESS}' } });
    const { code, stderr } = await cli.run('up');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /NO_SUCH_ADDRESS is not set\n(.*\n)*CONFIG_INVALID: .*no server to start/,
    );
  });

  it('help names every command, gives examples and lists the exit codes', async () => {
    const { code, stdout } = await cli.run('--help');
    expect(code).toBe(0);
    for (const word of ['up', 'explain', 'graph', 'Examples:', 'Exit codes:', '130'])
      expect(stdout).toContain(word);
    const { stdout: call } = await cli.run('call', '--help');
    expect(call).toContain('$ holdfast call files');
    expect(call).toContain('Exit codes:');
  });
});
