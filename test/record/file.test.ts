import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../link/processes.ts';
import { readRecording } from '../../src/record/read-recording.ts';
import { check, linesOf, recordedStage, temporaryFolder, type RecordedStage } from './recorded.ts';

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

it('H7 a disk that stands still costs lines and neither time nor memory; the gap is told, and what follows is checked', async () => {
  const pipe = await makePipe();
  const staged = await recordedStage(
    { s1: stdio, s2: stdio },
    { file: pipe.path, maxWaitingBytes: 20_000 },
  );
  const { supervisor, recording, passUntil } = staged;
  await passUntil(supervisor.start());
  // A pipe takes 64 KiB; nobody reads it, so that the rest has to wait.
  for (let loss = 0; recording.dropped < 50; loss += 1) {
    expect(loss).toBeLessThan(1_000);
    await loseAndReturn(staged, loss % 2 ? 's1' : 's2');
  }
  const reader = pipe.read();
  await until(() => reader.text.includes('"kind":"gap"'), 'the gap is written');
  await loseAndReturn(staged, 's1');
  await passUntil(supervisor.stop());
  await recording.end();
  const text = await reader.whole();
  const report = check(text);
  expect(report.findings).toEqual([]);
  expect(report).toMatchObject({ missing: recording.dropped, unchecked: 0, isOpen: false });
  const kinds = linesOf(text).map(({ kind }) => kind);
  const gap = kinds.indexOf('gap');
  expect(kinds.slice(gap, gap + 3)).toEqual(['gap', 'resumed', 'resumed']);
  expect(kinds.slice(gap).filter((kind) => kind === 'step').length).toBeGreaterThan(2);
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

it('H7 a pipe that nobody reads is refused at once', async () => {
  const { path, release } = await makePipe();
  await release();
  await expect(recordedStage({ s1: stdio }, { file: path })).rejects.toMatchObject({
    code: 'ENXIO',
  });
});

it('H7 a pipe that is not read to its end holds no thread, which would keep the process from ending', async () => {
  const { path } = await makePipe();
  const faults: (string | undefined)[] = [];
  const staged = await recordedStage(
    { s1: stdio },
    { file: path, maxWaitingBytes: 20_000, onFault: ({ code }) => faults.push(code) },
  );
  const { supervisor, recording, passUntil } = staged;
  await passUntil(supervisor.start());
  for (let loss = 0; recording.dropped === 0; loss += 1) {
    expect(loss).toBeLessThan(1_000);
    await loseAndReturn(staged, 's1');
  }
  await passUntil(supervisor.stop());
  const droppedBefore = recording.dropped;
  await passUntil(recording.end());
  // What waited for a reader is lost with it, and that is said.
  expect(recording.dropped).toBeGreaterThan(droppedBefore + 10);
  expect(faults).toEqual(['ETIMEDOUT']);
  // Nor is the pipe opened once more, which would keep the process from ending as well.
  expect(process.getActiveResourcesInfo()).not.toContain('SimpleWriteWrap');
  const requests = () =>
    process.getActiveResourcesInfo().filter((name) => name.startsWith('FSReq'));
  await expect.poll(requests, { timeout: 10_000, interval: 10 }).toEqual([]);
});

it('H7 a pipe keeps its name however much goes through it', async () => {
  const pipe = await makePipe();
  const staged = await recordedStage({ s1: stdio }, { file: pipe.path, maxBytes: 2_000, keep: 0 });
  const reader = pipe.read();
  await until(() => reader.isReading(), 'somebody reads');
  await staged.passUntil(staged.supervisor.start());
  for (let loss = 0; loss < 10; loss += 1) await loseAndReturn(staged, 's1');
  await staged.passUntil(staged.supervisor.stop());
  await staged.recording.end();
  expect((await stat(pipe.path)).isFIFO()).toBe(true);
  expect(check(await reader.whole())).toMatchObject({ findings: [], missing: 0, isOpen: false });
});

it('H7 lines that could not be written are counted, and the recording goes on when it can', async () => {
  const pipe = await makePipe();
  const staged = await recordedStage({ s1: stdio }, { file: pipe.path });
  const { supervisor, recording, passUntil } = staged;
  await passUntil(supervisor.start());
  const begun = pipe.read();
  await until(() => begun.text.includes('link.opened'), 'the beginning is read');
  await begun.stop();
  await loseAndReturn(staged, 's1');
  await until(() => recording.dropped > 0, 'a line is lost');
  const reader = pipe.read();
  // It comes to read with the first line that is written after it asked to.
  for (let loss = 0; reader.text === ''; loss += 1) {
    expect(loss).toBeLessThan(10_000);
    await loseAndReturn(staged, 's1');
  }
  await passUntil(supervisor.stop());
  await recording.end();
  const report = check(begun.text + (await reader.whole()));
  expect(report).toMatchObject({ findings: [], unchecked: 0, isOpen: false });
  expect(report.missing).toBe(recording.dropped);
});

it('H7 a file that cannot be written is refused before anything runs', async () => {
  const file = join(await temporaryFolder(), 'nowhere', 'fleet.jsonl');
  await expect(recordedStage({ s1: stdio }, { file })).rejects.toMatchObject({ code: 'ENOENT' });
});

async function loseAndReturn({ peers, pass }: RecordedStage, server: string): Promise<void> {
  peers.last(server).lose({});
  await pass(70_000);
}

/** A disk of which the test decides when it takes anything. */
async function makePipe() {
  const path = join(await temporaryFolder(), 'pipe');
  await promisify(execFile)('mkfifo', [path]);
  // Without anybody at the other end it could not even be opened.
  const holder = await open(path, 'r+');
  let isHeld = true;
  const release = async () => {
    if (isHeld) await holder.close();
    isHeld = false;
  };
  onTestFinished(release);
  return { path, release, read: () => new PipeReader(path, release) };
}

/** A process that reads it, which alone can wait for a pipe without holding us up. */
class PipeReader {
  text = '';
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #release: () => Promise<void>;

  constructor(path: string, release: () => Promise<void>) {
    this.#child = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child.stdout?.on('data', (chunk) => (this.text += String(chunk)));
    this.#closed = once(this.#child, 'close');
    this.#release = release;
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  /** Whether it has opened the pipe: then the pipe is one of its files. */
  isReading(): boolean {
    const files = `/proc/${this.#child.pid}/fd`;
    return readdirSync(files).some((name) => readlinkSync(join(files, name)).endsWith('/pipe'));
  }

  /** All there is, once nobody writes any more. */
  async whole(): Promise<string> {
    await this.#release();
    await this.#closed;
    return this.text;
  }

  /** Nobody reads from now on. */
  async stop(): Promise<void> {
    await this.#release();
    this.#child.kill('SIGKILL');
    await this.#closed;
  }
}
