import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandCandidates, isPath } from '../../src/link/stdio/start/command-candidates.ts';
import { layEnvironments, variableOf } from '../../src/link/stdio/start/environment.ts';
import { scanProc } from '../../src/link/stdio/stop/process-table-proc.ts';
import { startTimeOf } from '../../src/link/stdio/stop/process-table.ts';
import { ProcessTree } from '../../src/link/stdio/stop/process-tree.ts';
import { scanPs, startTimeFromPs } from '../../src/link/stdio/stop/process-table-ps.ts';

describe('E2 where a command is looked for', () => {
  it('is PATH on POSIX, relative to the working directory', () => {
    const wanted = { cwd: '/srv', path: '/usr/bin:bin', platform: 'linux' } as const;
    expect(commandCandidates({ ...wanted, command: 'npx' })).toEqual([
      '/usr/bin/npx',
      '/srv/bin/npx',
    ]);
    expect(commandCandidates({ ...wanted, command: './npx' })).toEqual(['/srv/npx']);
    expect(commandCandidates({ ...wanted, path: undefined, command: 'npx' })).toEqual([
      '/usr/bin/npx',
      '/bin/npx',
    ]);
  });

  it('is the working directory and PATH on Windows, with the endings of commands', () => {
    const wanted = {
      cwd: 'C:\\work',
      path: 'C:\\node;"C:\\Program Files\\uv"',
      platform: 'win32',
      extensions: '.EXE;.CMD',
    } as const;
    expect(commandCandidates({ ...wanted, command: 'npx' })).toEqual([
      'C:\\work\\npx.exe',
      'C:\\work\\npx.cmd',
      'C:\\node\\npx.exe',
      'C:\\node\\npx.cmd',
      'C:\\Program Files\\uv\\npx.exe',
      'C:\\Program Files\\uv\\npx.cmd',
    ]);
    expect(commandCandidates({ ...wanted, command: 'bin\\serve.CMD' })).toEqual([
      'C:\\work\\bin\\serve.CMD',
    ]);
    expect(commandCandidates({ ...wanted, command: 'D:/tools/serve' })).toEqual([
      'D:\\tools\\serve.exe',
      'D:\\tools\\serve.cmd',
    ]);
  });

  it('knows a path by the separators of its platform', () => {
    expect(isPath('a\\b', 'win32')).toBe(true);
    expect(isPath('a\\b', 'darwin')).toBe(false);
    expect(isPath('a/b', 'darwin')).toBe(true);
  });
});

describe('L9 the variables of a server', () => {
  const layers = [{ PATH: 'C:\\system', TEMP: 'C:\\temp' }, { Path: 'C:\\mine' }];

  it('know no case on Windows: a configured Path takes the place of PATH', () => {
    const environment = layEnvironments(layers, 'win32');
    expect(environment).toEqual({ Path: 'C:\\mine', TEMP: 'C:\\temp' });
    expect(variableOf(environment, 'PATH', 'win32')).toBe('C:\\mine');
    expect(variableOf(environment, 'HOME', 'win32')).toBeUndefined();
  });

  it('are told apart by case elsewhere', () => {
    const environment = layEnvironments(layers, 'linux');
    expect(environment).toEqual({ PATH: 'C:\\system', TEMP: 'C:\\temp', Path: 'C:\\mine' });
    expect(variableOf(environment, 'PATH', 'linux')).toBe('C:\\system');
  });
});

it('L4 ps, which stands in where there is no /proc, tells of a process the same as /proc', async () => {
  const child = spawn('sleep', ['30'], { detached: true, stdio: 'ignore' });
  onTestFinished(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  });
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const fromProc = (await scanProc())?.entries.find((entry) => entry.pid === pid);
  const fromPs = (await scanPs())?.entries.find((entry) => entry.pid === pid);
  expect(fromPs).toEqual({ ...fromProc, startTime: fromPs?.startTime });
  expect(fromPs).toMatchObject({ parent: process.pid, group: pid, zombie: false });
  expect(startTimeFromPs(pid)).toBe(fromPs?.startTime);
  expect(fromPs?.startTime).toMatch(/^\w{3} \w{3} \d+ [\d:]+ \d{4}$/u);
  expect(startTimeFromPs(2 ** 22 + 1)).toBeUndefined();
});

it('L4 a list of processes that cannot be had is none, and not an empty one', async () => {
  expect(await scanPs('false')).toBeUndefined();
  expect(await scanPs('no-such-program')).toBeUndefined();
});

it('L4 S4 where processes cannot be listed, those that were seen before count as left', async () => {
  const child = spawn('sleep', ['30'], { detached: true, stdio: 'ignore' });
  const exited = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const startTime = startTimeOf(pid) ?? '';
  const tree = new ProcessTree({ pid, startTime }, 'mark', () => Promise.resolve(undefined));
  expect((await tree.living()).map((entry) => entry.pid)).toEqual([pid]);
  child.kill('SIGKILL');
  await exited;
  expect(await tree.living()).toEqual([]);
});
