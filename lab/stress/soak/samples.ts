import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { holdings } from '../leftovers.ts';

/** What was held at one moment, after a collection of garbage. */
export interface Sample {
  /** Tells the runs in one file apart. */
  readonly run: number;
  /** Since the run began. */
  readonly atMs: number;
  readonly heapBytes: number;
  readonly handles: number;
  readonly descriptors: number;
  readonly listeners: number;
  readonly calls: number;
  readonly faults: number;
}

export interface Samples {
  readonly taken: readonly Sample[];
  /** Takes one, adds it to the file, and tells it. */
  take(): string;
}

/** Each is on disk at once, so that a run that is ended can still be judged. */
export function openSamples(
  file: string,
  counts: () => { calls: number; faults: number },
): Samples {
  mkdirSync(dirname(file), { recursive: true });
  const run = Date.now();
  const beganAt = performance.now();
  const taken: Sample[] = [];
  return {
    taken,
    take() {
      const atMs = Math.round(performance.now() - beganAt);
      const sample = { run, atMs, ...measure(), ...counts() };
      taken.push(sample);
      appendFileSync(file, `${JSON.stringify(sample)}\n`);
      const { heapBytes, handles, descriptors, calls, faults } = sample;
      const heap = (heapBytes / 2 ** 20).toFixed(2);
      return `${Math.round(atMs / 1_000)} s: heap ${heap} MB, ${handles} handles, ${descriptors} descriptors, ${calls} calls, ${faults} faults`;
    },
  };
}

/** The samples of the last run in a file. */
export function readSamples(file: string): readonly Sample[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const samples = lines.map((line) => JSON.parse(line) as Sample);
  return samples.filter(({ run }) => run === samples.at(-1)?.run);
}

function measure() {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('node has to run with --expose-gc');
  for (let times = 0; times < 3; times += 1) gc();
  const { heapUsed, external } = process.memoryUsage();
  const { handles, descriptors, listeners } = holdings();
  const counts = [...handles.values()];
  return {
    heapBytes: heapUsed + external,
    handles: counts.reduce((sum, count) => sum + count, 0),
    descriptors: descriptors.size,
    listeners,
  };
}
