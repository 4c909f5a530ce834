import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { until } from '../link/processes.ts';
import { makePipe } from './disk-pipe.ts';
import { check, linesOf, loseAndReturn, recordedStage } from './recorded.ts';

const stdio = { command: 'server' };

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
