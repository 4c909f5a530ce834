import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { open } from './open-stdio.ts';

it('L3 a stderr file that is a pipe which nobody reads is noted, and holds no thread', async () => {
  const file = makePipe();
  const { call, notices } = await open('stderr-flood.mjs', [], { stderrFile: file });
  expect(await call('echo', { text: 'still here' })).toBe('still here');
  await expect
    .poll(() => notices, { timeout: 10_000, interval: 10 })
    .toEqual(['the stderr file cannot be written; stderr is no longer written there']);
  const requests = () =>
    process.getActiveResourcesInfo().filter((name) => name.startsWith('FSReq'));
  await expect.poll(requests, { timeout: 10_000, interval: 10 }).toEqual([]);
});

it('L3 what a stderr pipe has not taken when its server ends is lost, and that is said', async () => {
  const file = makePipe();
  const holder = openSync(file, 'r+');
  onTestFinished(() => closeSync(holder));
  // Its flood is more than a pipe holds, and less than may wait.
  const { channel, notices } = await open('stderr-flood.mjs', ['500000'], { stderrFile: file });
  await channel.end();
  expect(notices).toEqual(['the stderr file cannot keep up; stderr is no longer written there']);
});

function makePipe(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pipe');
  execFileSync('mkfifo', [file]);
  return file;
}
