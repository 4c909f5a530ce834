import type { Bound } from './bound.ts';
import type { StressOptions } from './options.ts';

/** One kind of run. It tells what it sees as it goes, and in the end what came of it. */
export type Run = (
  options: StressOptions,
  tell: (line: string) => void,
) => Promise<readonly Bound[]>;
