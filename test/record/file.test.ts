import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRecording } from '../../src/record/read-recording.ts';
import { check, linesOf, loseAndReturn, recordedStage, temporaryFolder } from './recorded.ts';

const stdio = { command: 'server' };

it('H7 only its user can read a recording, also one that was there with another mode', async () => {
  const file = join(await temporaryFolder(), 'fleet.jsonl');
  await writeFile(file, '');
  await chmod(file, 0o644);
  const { end } = await recordedStage({ s1: stdio }, { file });
  await end();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

it('H7 a file that holds something else is refused, and left as it is', async () => {
  const file = join(await temporaryFolder(), 'notes.txt');
  await writeFile(file, 'my notes', { mode: 0o644 });
  await expect(recordedStage({ s1: stdio }, { file })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('notes.txt holds something else'),
  });
  expect(await readFile(file, 'utf8')).toBe('my notes');
  expect((await stat(file)).mode & 0o777).toBe(0o644);
});

it('H7 a recording that mail or an editor gave other line ends is as it was written', async () => {
  const { supervisor, passUntil, end } = await recordedStage({ s1: stdio });
  await passUntil(supervisor.start());
  const text = await end();
  const sent = `\ufeff${text.replaceAll('\n', '\r\n')}`;
  expect(check(sent)).toEqual(check(text));
  expect(check(sent)).toMatchObject({ findings: [], halfLines: 0 });
});

it('H7 what has no end is not read to its end', async () => {
  await expect(readRecording('/dev/zero')).rejects.toThrow('/dev/zero is too large');
});

it('H7 a large recording goes on in a new file, the oldest are dropped, and each can be checked alone', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'fleet.jsonl');
  const staged = await recordedStage({ s1: stdio, s2: stdio }, { file, maxBytes: 6_000, keep: 2 });
  await staged.passUntil(staged.supervisor.start());
  for (let loss = 0; loss < 30; loss += 1) await loseAndReturn(staged, loss % 2 ? 's1' : 's2');
  await staged.end();
  expect((await readdir(folder)).sort()).toEqual(['fleet.jsonl', 'fleet.jsonl.1', 'fleet.jsonl.2']);
  const parts = [];
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    const report = check(text);
    expect(report).toMatchObject({ findings: [], unchecked: 0, missing: 0 });
    expect(report.steps).toBeGreaterThan(0);
    expect(text.length).toBeLessThan(20_000);
    const [header] = linesOf(text);
    parts.push(header?.kind === 'recording' ? header.part : 0);
  }
  expect(parts.sort((a, b) => b - a)).toEqual([parts[0], (parts[0] ?? 0) - 1, (parts[0] ?? 0) - 2]);
  expect(parts.at(-1)).toBeGreaterThan(1);
});

it('H7 letters that take several bytes count as such when a file has grown too large', async () => {
  const folder = await temporaryFolder();
  const [name, maxBytes] = ['鯖'.repeat(40), 8_000];
  const staged = await recordedStage(
    { [name]: stdio },
    { file: join(folder, 'fleet.jsonl'), maxBytes },
  );
  await staged.passUntil(staged.supervisor.start());
  for (let loss = 0; loss < 12; loss += 1) await loseAndReturn(staged, name);
  await staged.end();
  for (const part of await readdir(folder))
    expect((await stat(join(folder, part))).size).toBeLessThan(1.3 * maxBytes);
});

it('H7 a link stays where it is, and what it leads to is put aside', async () => {
  const folder = await temporaryFolder();
  const [disk, file] = [join(folder, 'disk'), join(folder, 'fleet.jsonl')];
  await mkdir(disk);
  await writeFile(join(disk, 'real.jsonl'), '');
  await symlink(join(disk, 'real.jsonl'), file);
  const staged = await recordedStage({ s1: stdio }, { file, maxBytes: 6_000, keep: 2 });
  await staged.passUntil(staged.supervisor.start());
  for (let loss = 0; loss < 20; loss += 1) await loseAndReturn(staged, 's1');
  await staged.end();
  expect((await lstat(file)).isSymbolicLink()).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(['disk', 'fleet.jsonl']);
  expect((await readdir(disk)).sort()).toEqual(['real.jsonl', 'real.jsonl.1', 'real.jsonl.2']);
});

it('H7 a part that could not be begun is begun as soon as it can be', async () => {
  const folder = await temporaryFolder();
  const [here, away] = [join(folder, 'here'), join(folder, 'away')];
  await mkdir(here);
  const file = join(here, 'fleet.jsonl');
  const faults: (string | undefined)[] = [];
  const options = {
    file,
    maxBytes: 6_000,
    onFault: ({ code }: NodeJS.ErrnoException) => faults.push(code),
  };
  const staged = await recordedStage({ s1: stdio }, options);
  await staged.passUntil(staged.supervisor.start());
  await rename(here, away);
  for (let loss = 0; faults.length === 0; loss += 1) {
    expect(loss).toBeLessThan(1_000);
    await loseAndReturn(staged, 's1');
  }
  await rename(away, here);
  for (let loss = 0; loss < 3; loss += 1) await loseAndReturn(staged, 's1');
  await staged.end();
  expect(faults).toEqual(['ENOENT']);
  const kinds = linesOf(await readFile(file, 'utf8')).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'step').length).toBeGreaterThan(2);
  expect(kinds.at(-1)).toBe('end');
});

it('H7 a terminal is refused, since one that is stopped would be waited for without end', async () => {
  await expect(recordedStage({ s1: stdio }, { file: '/dev/ptmx' })).rejects.toMatchObject({
    code: 'ENOTSUP',
  });
});

it('H7 a run is added to a file that ends in half a line, and both can be read', async () => {
  const file = join(await temporaryFolder(), 'fleet.jsonl');
  for (const run of [1, 2]) {
    const { supervisor, passUntil, end } = await recordedStage({ s1: stdio }, { file });
    await passUntil(supervisor.start());
    const text = await end();
    if (run === 1) await appendFile(file, text.slice(0, 40));
    else expect(check(text)).toMatchObject({ runs: 2, halfLines: 1, findings: [], unchecked: 0 });
  }
});

it('H7 a disk that is full is told once, and the fleet goes on', async () => {
  const faults: (string | undefined)[] = [];
  const staged = await recordedStage(
    { s1: stdio },
    { file: '/dev/full', onFault: ({ code }) => faults.push(code) },
  );
  await staged.passUntil(staged.supervisor.start());
  for (let loss = 0; loss < 5; loss += 1) await loseAndReturn(staged, 's1');
  await staged.passUntil(staged.supervisor.stop());
  await staged.recording.end();
  expect(faults).toEqual(['ENOSPC']);
  expect(staged.recording.dropped).toBeGreaterThan(10);
});

it('H5 a host that throws when it is told of a full disk ends neither the recording nor the process', async () => {
  const { supervisor, recording, passUntil } = await recordedStage(
    { s1: stdio },
    {
      file: '/dev/full',
      onFault: () => {
        throw new Error('the host');
      },
    },
  );
  await passUntil(supervisor.start());
  await passUntil(supervisor.stop());
  await recording.end();
  expect(recording.dropped).toBeGreaterThan(1);
});

it('H7 a file that cannot be written is refused before anything runs', async () => {
  const file = join(await temporaryFolder(), 'nowhere', 'fleet.jsonl');
  await expect(recordedStage({ s1: stdio }, { file })).rejects.toMatchObject({ code: 'ENOENT' });
});
