import type { Bound } from '../bound.ts';
import type { StressOptions } from '../options.ts';

export async function runSchedule(
  _: StressOptions,
  __: (line: string) => void,
): Promise<readonly Bound[]> {
  return [];
}
