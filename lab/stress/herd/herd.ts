import type { Bound } from '../bound.ts';
import type { StressOptions } from '../options.ts';

export async function runHerd(
  _: StressOptions,
  __: (line: string) => void,
): Promise<readonly Bound[]> {
  return [];
}
