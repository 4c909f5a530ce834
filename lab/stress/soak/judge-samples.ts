import { atMost, type Bound } from '../bound.ts';
import type { Sample } from './samples.ts';
import { slopeOf } from './slope.ts';

const HOUR_MS = 3_600_000;
const MOST_MB_PER_HOUR = 1;
/** Timelines, latencies of five minutes and compiled code are full by then. */
const WARM_UP_MS = 15 * 60_000;
/** A short run is still warming up, so it may grow by this much and not by more. */
const MOST_MB_IN_SHORT = 3;
/** Less than this tells nothing of an hour. */
const LONG_MS = 30 * 60_000;
/** Of calls and attempts that happen to be under way. */
const FLUTTER = 8;

/** Nothing grows: heap by regression, handles by the middle against the end. */
export function judgeSamples(samples: readonly Sample[]): readonly Bound[] {
  const lastsMs = samples.at(-1)?.atMs ?? 0;
  const warmUpMs = Math.min(WARM_UP_MS, lastsMs * 0.4);
  const warm = samples.filter(({ atMs }) => atMs >= warmUpMs);
  const points = warm.map(({ atMs, heapBytes }) => ({ x: atMs, y: heapBytes / 2 ** 20 }));
  const perHour = slopeOf(points) * HOUR_MS;
  const growth = (perHour * (lastsMs - warmUpMs)) / HOUR_MS;
  const minutes = (ms: number) => (ms / 60_000).toFixed(1);
  const span = `heap slope of ${minutes(lastsMs - warmUpMs)} min after ${minutes(warmUpMs)} min, ${warm.length} samples`;
  return [
    lastsMs >= LONG_MS
      ? atMost(span, perHour, MOST_MB_PER_HOUR, ' MB/h')
      : atMost(`${span}: ${perHour.toFixed(2)} MB/h, which makes`, growth, MOST_MB_IN_SHORT, ' MB'),
    flat(
      'handles',
      warm.map(({ handles }) => handles),
    ),
    flat(
      'descriptors',
      warm.map(({ descriptors }) => descriptors),
    ),
    flat(
      'listeners of the process',
      warm.map(({ listeners }) => listeners),
    ),
  ];
}

function flat(what: string, values: readonly number[]): Bound {
  const half = Math.floor(values.length / 2);
  const [first, second] = [median(values.slice(0, half)), median(values.slice(half))];
  return atMost(
    `${what}: median ${first} in the first half, in the second`,
    second,
    first + FLUTTER,
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
