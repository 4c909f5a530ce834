import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

// The lab of the peers is a package of its own, in plain JavaScript without types.
const lab = '../../lab/peers';
const { isFirstOrLevel } = await import(`${lab}/report/judge.mjs`);
const { summarise } = await import(`${lab}/report/summarise.mjs`);
const { showSummary, tabulate } = await import(`${lab}/report/table.mjs`);
const { openResults } = await import(`${lab}/rig/results.mjs`);

const times = (...values: number[]) =>
  summarise(values.map((value) => ({ grade: 0, label: 'back', value })));

it('what a caller gets counts before how fast', () => {
  const slowAndGood = summarise([{ grade: 0, label: 'answered', value: 900 }]);
  const fastAndBad = summarise([{ grade: 1, label: 'error', value: 1 }]);
  expect(isFirstOrLevel(slowAndGood, [fastAndBad])).toBe(true);
  expect(isFirstOrLevel(fastAndBad, [slowAndGood])).toBe(false);
});

it('level is within 5 % or the spread of the runs, and no further', () => {
  expect(isFirstOrLevel(times(104), [times(100)])).toBe(true);
  expect(isFirstOrLevel(times(108, 120, 130), [times(90, 100, 110)])).toBe(true);
  expect(isFirstOrLevel(times(120, 130, 140), [times(90, 100, 110)])).toBe(false);
});

it('runs that came out differently are told as such', () => {
  const summary = summarise([
    { grade: 0, label: 'back', value: 300 },
    { grade: 9, label: 'never' },
    { grade: 0, label: 'back', value: 100 },
  ]);
  expect(showSummary(summary, 'ms')).toBe('back (2 of 3); never (1 of 3): 100 ms (100–300)');
});

it('a reference column is shown and not compared', () => {
  const scenarios = [
    { rows: { time: { title: 'time' }, weight: { title: 'weight', referenceOnly: true } } },
  ];
  const peers = [{ name: 'holdfast' }, { name: 'other' }, { name: 'bare', reference: true }];
  const found = (value: number) => {
    const measure = { grade: 0, label: '', value };
    return { time: measure, weight: measure };
  };
  const results = [
    { peer: 'holdfast', found: found(7) },
    { peer: 'other', found: found(9) },
    { peer: 'bare', found: found(1) },
  ];
  const rows = tabulate({ scenarios, peers, results });
  expect(rows.map(({ first }: { first: boolean }) => first)).toEqual([false, true]);
});

it('a run that was interrupted goes on where it ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'deep', 'results.jsonl');
  const cell = { scenario: { name: 'outage' }, peer: { name: 'sdk' }, run: 2 };
  openResults(file).add({ scenario: 'outage', peer: 'sdk', run: 2, found: {} });
  const resumed = openResults(file);
  expect(resumed.has(cell)).toBe(true);
  expect(resumed.has({ ...cell, run: 3 })).toBe(false);
});
