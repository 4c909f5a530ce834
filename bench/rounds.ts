/** Enough for a median that one busy moment of the machine cannot move. */
export const ROUNDS = 7;

/** Ratios of two ways of doing the same, each round of the one next to one of the other. */
export interface Comparison {
  readonly ours: number;
  readonly theirs: number;
  readonly ratios: readonly number[];
}

/**
 * Lets two ways take turns (A B A B …), after one round of each for warming up. A busy moment then
 * meets both, and the ratio of neighbours says more than that of two averages.
 */
export async function compare(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  rounds = ROUNDS,
): Promise<Comparison> {
  await theirs();
  await ours();
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    collectGarbage();
    times.theirs.push(await theirs());
    collectGarbage();
    times.ours.push(await ours());
  }
  const ratios = times.ours.map((time, round) => time / (times.theirs[round] ?? NaN));
  return { ours: median(times.ours), theirs: median(times.theirs), ratios };
}

/** The same thing several times over; no round is left out. */
export async function repeat<Value>(
  once: (round: number) => Promise<Value>,
  rounds = ROUNDS,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let round = 0; round < rounds; round += 1) values.push(await once(round));
  return values;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The smallest value that at least `share` of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** `0.93× (0.90–1.01)`: the median, and the middle half of the rounds, which is the noise. */
export function showRatio(ratios: readonly number[], digits = 2): string {
  const [low, high] = [percentile(ratios, 0.25), percentile(ratios, 0.75)];
  return `${median(ratios).toFixed(digits)}× (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** One round's rubbish must not be paid for by the next. */
function collectGarbage(): void {
  globalThis.gc?.();
}
