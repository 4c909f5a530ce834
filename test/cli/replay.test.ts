import { execFileSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCli } from './use-cli.ts';

const cli = useCli();
const recording = () => join(cli.folder, 'fleet.jsonl');

describe('up --record and replay', () => {
  it('H7 a server that is killed and comes back is recorded, told and found possible', async () => {
    const fleet = await cli.up('--record', 'fleet.jsonl', '--no-view');
    process.kill(await cli.serverPid(), 'SIGKILL');
    await fleet.says('session lost');
    fleet.child.kill('SIGINT');
    expect((await fleet.finished).code).toBe(0);
    expect((await stat(recording())).mode & 0o777).toBe(0o600);

    const checked = await cli.run('replay', 'fleet.jsonl', '--check');
    expect(checked.stdout).toContain('Nothing in it is impossible.');
    expect(checked.code).toBe(0);
    const { stdout } = await cli.run('replay', 'fleet.jsonl', '--text');
    expect(stdout).toMatch(/echo +session lost: \w+/);
    expect(stdout).toMatch(/echo +call of tool pid: answered after \d+ ms/);
    expect(stdout).toMatch(/the recording was ended\n$/);
  });

  it('H7 a change by hand is named with its line, its server and its rule, and the exit code is 1', async () => {
    const fleet = await cli.up('--record', 'fleet.jsonl', '--no-view');
    process.kill(await cli.serverPid(), 'SIGKILL');
    await fleet.says('session lost');
    fleet.child.kill('SIGINT');
    await fleet.finished;
    const text = await readFile(recording(), 'utf8');
    await writeFile(recording(), text.replace('"connection":"ready"', '"connection":"parked"'));
    const { code, stdout } = await cli.run('replay', 'fleet.jsonl', '--check');
    expect(stdout).toMatch(
      /The first impossible step: line \d+ at [\d.]+ s, echo: connection is "parked", must be "ready"/,
    );
    expect(stdout).toContain('altered: the line is not as it was written');
    expect(code).toBe(1);
    const json = await cli.run('replay', 'fleet.jsonl', '--check', '--json');
    expect(JSON.parse(json.stdout).findings[0]).toMatchObject({
      kind: 'impossible',
      server: 'echo',
    });
  });

  it('H7 a killed up leaves a recording that can be read, and the next one goes on in the same file', async () => {
    const first = await cli.up('--record', 'fleet.jsonl', '--no-view');
    first.child.kill('SIGKILL');
    await first.finished;
    const killed = await cli.run('replay', 'fleet.jsonl', '--check');
    expect(killed.stdout).toContain('it has no end: the process was killed, or still runs');
    expect(killed.code).toBe(0);
    // What a kill in the middle of a write leaves behind.
    const text = await readFile(recording(), 'utf8');
    await writeFile(recording(), text.slice(0, -20));
    const second = await cli.up('--record', 'fleet.jsonl', '--no-view');
    second.child.kill('SIGINT');
    await second.finished;
    const both = await cli.run('replay', 'fleet.jsonl', '--check');
    expect(both.stdout).toContain('2 runs');
    expect(both.stdout).toContain('1 line was cut off, as a kill does');
    expect(both.code).toBe(0);
  });

  it('H7 a pipe that nobody reads is refused before a server starts', async () => {
    const pipe = join(cli.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const refused = await cli.run('up', '--record', pipe);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('ENXIO');
    expect(refused.stderr).toContain('a pipe that somebody reads by then');
  });

  it('a second up that is refused leaves the recording of the first alone', async () => {
    const first = await cli.up('--record', 'fleet.jsonl', '--no-view');
    expect((await cli.run('up', '--record', 'fleet.jsonl')).code).toBe(4);
    first.child.kill('SIGINT');
    await first.finished;
    expect((await cli.run('replay', 'fleet.jsonl', '--check')).stdout).toContain('1 run, 1 server');
  });

  it('a file that is none, or cannot be written, is refused with its name', async () => {
    const none = await cli.run('replay', 'holdfast.json', '--check');
    expect(none.stderr).toContain('holdfast.json is no recording');
    expect(none.code).toBe(2);
    expect((await cli.run('replay', 'nowhere.jsonl')).stderr).toContain('ENOENT');
    const both = await cli.run('replay', 'nowhere.jsonl', '--check', '--port', '4000');
    expect(both.stderr).toContain("'--port <port>' cannot be used with option '--check'");
    expect(both.code).toBe(2);
    const mixed = await cli.run('replay', 'nowhere.jsonl', '--text', '--json');
    expect(mixed.stderr).toContain("'--text' cannot be used with option '--json'");
    const spared = await cli.run('up', '--record', 'holdfast.json');
    expect(spared.stderr).toContain('holds something else than a recording');
    expect(spared.code).toBe(2);
    expect((await cli.run('up', '--record', '')).stderr).toContain('no file to record to');
    expect((await cli.run('up', '--record-calls')).stderr).toContain('no file to record to');
    const unwritable = await cli.run('up', '--record', join('nowhere', 'fleet.jsonl'));
    expect(unwritable.stderr).toContain('FILE_UNWRITABLE');
    expect(unwritable.code).toBe(2);
  });
});
