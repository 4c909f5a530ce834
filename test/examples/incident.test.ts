import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pc from 'picocolors';
import { expect, it, onTestFinished } from 'vitest';
import { storyText } from '../../src/cli/show/story-text.ts';
import { checkRecording } from '../../src/record/check/check-recording.ts';
import { readRecording, type Entry } from '../../src/record/read-recording.ts';

const run = promisify(execFile);
const kept = 'examples/incident/incident.jsonl';

it('H7 the incident that is kept with the examples is possible, from its first line to its end', async () => {
  expectIncident(await readRecording(kept));
  expect((await readFile(kept)).length).toBeLessThan(64 * 1024);
});

it('H7 the incident can be made again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-incident-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'incident.jsonl');
  const { stdout } = await run(process.execPath, ['examples/incident/make.mjs', file], {
    timeout: 60_000,
  });
  expect(stdout).toContain('Echo: after');
  expectIncident(await readRecording(file));
}, 70_000);

it('the guide shows what the recording tells', async () => {
  const guide = await readFile('docs/guide/record.md', 'utf8');
  const shown = [...guide.matchAll(/^ {4}(\d{4}-.*)$/gm)].map(([, line = '']) => line);
  const story = storyText(await readRecording(kept), pc.createColors(false));
  const told = story.split('\n').map((line) => line.trimEnd());
  expect(shown).toHaveLength(10);
  expect(shown.filter((line) => !told.includes(line))).toEqual([]);
});

/** A loss, a start that failed, and a session afterwards; the neighbour has one session for all its life. */
function expectIncident(entries: readonly Entry[]): void {
  const report = checkRecording(entries);
  expect(report).toMatchObject({ findings: [], unchecked: 0, missing: 0, isOpen: false });
  const types = (server: string) =>
    entries.flatMap(({ line }) =>
      line?.kind === 'step' && line.server === server ? line.event.type : [],
    );
  const story = types('everything').filter((type) => /^link\.(opened|lost|failed)$/.test(type));
  expect(story).toEqual(['link.opened', 'link.lost', 'link.failed', 'link.opened']);
  expect(types('neighbour').filter((type) => type === 'link.opened')).toHaveLength(1);
}
