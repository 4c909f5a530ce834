import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { open } from './open-stdio.ts';

it('L3 a stderr file that is a pipe which nobody reads is noted, and holds no thread', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pipe');
  execFileSync('mkfifo', [file]);
  const { call, notices } = await open('stderr-flood.mjs', [], { stderrFile: file });
  expect(await call('echo', { text: 'still here' })).toBe('still here');
  await expect
    .poll(() => notices, { timeout: 10_000, interval: 10 })
    .toEqual(['the stderr file cannot be written; stderr is no longer written there']);
  const requests = () =>
    process.getActiveResourcesInfo().filter((name) => name.startsWith('FSReq'));
  await expect.poll(requests, { timeout: 10_000, interval: 10 }).toEqual([]);
});
