import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { SeedResult } from '../run/run-seed.ts';

/** Results that were kept before, one a line; a last line that was cut off is run again. */
export function readResults(file: string): SeedResult[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as SeedResult];
    } catch {
      return [];
    }
  });
}

/** Synchronously, so that what was reported is kept whatever happens next. */
export function appendResult(file: string, result: SeedResult): void {
  appendFileSync(file, `${JSON.stringify(result)}\n`);
}
