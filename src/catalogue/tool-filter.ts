import { createRequire } from 'node:module';
import type Picomatch from 'picomatch';

const require = createRequire(import.meta.url);

export interface ToolFilter {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** T5: exact names or globs on the original name; `exclude` wins, an empty `include` is nothing. */
export function createToolFilter({ include, exclude }: ToolFilter): (tool: string) => boolean {
  const included = include && matcherOf(include);
  const excluded = exclude && matcherOf(exclude);
  return (tool) => (included?.(tool) ?? true) && !(excluded?.(tool) ?? false);
}

function matcherOf(patterns: readonly string[]): (tool: string) => boolean {
  // Read on first use, since few servers are filtered.
  const picomatch = require('picomatch') as typeof Picomatch;
  const exact = new Set(patterns);
  // Tool names are no paths: a star also matches a slash and a leading dot.
  const globs = patterns.map((pattern) => picomatch(pattern, { bash: true, dot: true }));
  return (tool) => exact.has(tool) || globs.some((matches) => matches(tool));
}
