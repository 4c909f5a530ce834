import type { PathCover } from '../../testing/paths/goals.ts';
import type { Budget } from './read-input.ts';
import type { PathFormat } from './render-plan.ts';

/** What `holdfast paths` is called with. */
export interface PathsOptions {
  readonly machine?: string;
  readonly format: PathFormat;
  readonly cover: PathCover;
  readonly budget: readonly Budget[];
  readonly events?: string;
  readonly input?: string;
  readonly ignore: readonly string[];
  readonly limit: number;
  readonly out?: string;
  readonly json?: boolean;
}
