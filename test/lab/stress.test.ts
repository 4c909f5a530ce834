import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { showVerdict, type Bound } from '../../lab/stress/bound.ts';
import { mostAtOnce, startsOf, worstShare } from '../../lab/stress/herd/starts.ts';
import { firstHoldings, leftovers } from '../../lab/stress/leftovers.ts';
import type { Note } from '../../lab/stress/notes.ts';
import { readOptions } from '../../lab/stress/options.ts';
import { judgeSamples } from '../../lab/stress/soak/judge-samples.ts';
import type { Sample } from '../../lab/stress/soak/samples.ts';
import { slopeOf } from '../../lab/stress/soak/slope.ts';
import type { CallRecord } from '../../lab/stress/storm/callers.ts';
import { judgeEffects } from '../../lab/stress/storm/effects.ts';

const missed = (bounds: readonly Bound[]) =>
  bounds.filter(({ met }) => !met).map(({ what }) => what);

describe('the kill storm', () => {
  function judge(tool: 'write' | 'read', code: string, runs: number): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-stress-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (let run = 0; run < runs; run += 1) appendFileSync(join(folder, 'one.effects'), '0-1\n');
    const call: CallRecord = { id: '0-1', server: 'one', tool, code, tookMs: 1 };
    return missed(judgeEffects([call], folder, ['one']));
  }

  it('K6 K7 accepts what callers may be told', () => {
    expect(judge('write', 'answered', 1)).toEqual([]);
    expect(judge('read', 'answered', 2)).toEqual([]);
    expect(judge('write', 'OUTCOME_UNKNOWN', 0)).toEqual([]);
    expect(judge('write', 'OUTCOME_UNKNOWN', 1)).toEqual([]);
    expect(judge('write', 'SERVER_UNAVAILABLE', 0)).toEqual([]);
  });

  it.each([
    ['write', 'answered', 2, 'duplicate effects of writes'],
    ['write', 'OUTCOME_UNKNOWN', 2, 'duplicate effects of writes'],
    ['read', 'answered', 3, 'reads sent more than twice'],
    ['write', 'answered', 0, 'answered calls that never ran'],
    ['write', 'SERVER_UNAVAILABLE', 1, 'calls said not to have run that did'],
    ['read', 'unsettled', 1, 'unsettled calls'],
  ] as const)('K6 K7 a %s that is %s and ran %i times is a fault', (tool, code, runs, what) => {
    expect(judge(tool, code, runs)).toEqual([what]);
  });

  it('S4 a timer and a listener that are left are found', async () => {
    const before = await firstHoldings();
    const listener = () => undefined;
    process.on('SIGUSR2', listener);
    onTestFinished(() => void process.off('SIGUSR2', listener));
    // More than the test runner itself may have let go of since.
    const timers = Array.from({ length: 20 }, () => setInterval(() => undefined, 60_000));
    onTestFinished(() => timers.forEach((timer) => clearInterval(timer)));
    const found = await leftovers(before);
    expect(found).toMatchObject({ met: false });
    expect(found.measured).toContain('Timeout');
    expect(found.measured).toContain('1 listeners');
  });
});

describe('the soak', () => {
  const MINUTE_MS = 60_000;
  const MB = 2 ** 20;
  const life = (minutes: number, growthPerHour: number, handlesPerHour = 0): Sample[] =>
    Array.from({ length: minutes * 4 }, (_, index) => {
      const atMs = (index + 1) * 15_000;
      const hours = atMs / (60 * MINUTE_MS);
      const flutter = index % 3;
      return {
        run: 1,
        atMs,
        heapBytes: 40 * MB + growthPerHour * MB * hours + flutter * 0.1 * MB,
        handles: 200 + flutter + handlesPerHour * hours,
        descriptors: 150,
        listeners: 7,
        calls: index,
        faults: index,
      };
    });

  it('fits a line', () => {
    const points = [1, 2, 3].map((x) => ({ x, y: 3 * x + (x === 2 ? 0.5 : 0) }));
    expect(slopeOf(points)).toBeCloseTo(3);
  });

  it('lets an hour pass that grows by less than 1 MB, and no other', () => {
    expect(missed(judgeSamples(life(60, 0.8)))).toEqual([]);
    expect(missed(judgeSamples(life(60, 1.3)))).toHaveLength(1);
  });

  it('finds handles that pile up, and a short run that grows far too much', () => {
    expect(missed(judgeSamples(life(60, 0, 60)))).toEqual([expect.stringContaining('handles')]);
    expect(missed(judgeSamples(life(2, 250)))).toHaveLength(1);
  });

  it('a run without samples has shown nothing', () => {
    expect(missed(judgeSamples([]))).not.toEqual([]);
  });
});

describe('the herd', () => {
  const note = (what: Note['what'], name: string, at: number): Note => ({ what, name, at });

  it('F2 starts that overlap are counted until they are up or gone', () => {
    const starts = startsOf([
      note('start', 'a', 0),
      note('start', 'b', 10),
      note('listed', 'a', 20),
      note('start', 'c', 30),
      note('end', 'b', 40),
      note('start', 'b', 45),
      note('listed', 'c', 50),
      note('listed', 'b', 60),
    ]);
    expect(mostAtOnce(starts)).toBe(2);
    expect(worstShare(starts, 31)).toBe(0.75);
  });
});

describe('the command', () => {
  it('tells how to do the same again, and refuses what it does not know', () => {
    const argv = ['storm', '--kills', '50', '--seed', '7'];
    expect(readOptions(argv)).toMatchObject({ run: 'storm', kills: 50, seed: 7, servers: 20 });
    expect(readOptions(argv).replay).toContain('storm --kills 50 --seed 7');
    expect(() => readOptions(['strom'])).toThrow('strom');
    expect(() => readOptions(['storm', '--kills', 'many'])).toThrow('--kills');
    expect(() => readOptions(['herd', '--servers', 'few'])).toThrow('--servers');
  });

  it('says of each bound whether it was met', () => {
    const bound = { what: 'orphans', measured: '1', mustBe: '0', met: false };
    expect(showVerdict([bound])).toContain('MISSED orphans: 1 (must be 0)');
    expect(showVerdict([{ ...bound, met: true }])).toContain('passed');
    // A run of nothing proves nothing.
    expect(showVerdict([])).toContain('FAILED');
  });
});
