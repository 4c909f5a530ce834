import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustHold } from '../../stage/broken.ts';
import type { Lab } from '../../stage/lab.ts';

/** What the steered server does; see `lab/servers/steered.mjs`. */
export interface Mood {
  readonly start?: readonly string[];
  readonly call?: string;
}

/** Holds from the server's next life, and its next call, on. */
export function setMood(lab: Lab, mood: Mood): void {
  writeFileSync(join(lab.folder, 'mood.json'), JSON.stringify(mood));
}

/** How often the server was started. */
export function lives(lab: Lab): number {
  return linesOf(lab, 'lives').length;
}

/** C13: no life began while an earlier one still ran. */
export function noOverlap(lab: Lab): void {
  const overlaps = linesOf(lab, 'overlaps');
  mustHold(overlaps.length === 0, 'C13 a new process starts after the old one is gone', overlaps);
}

function linesOf(lab: Lab, name: string): string[] {
  const file = join(lab.folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}
