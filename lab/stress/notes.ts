import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a process of the lab wrote down of itself. */
export interface Note {
  readonly what: 'start' | 'listed' | 'end';
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Of all processes of a fleet, oldest first. */
export function readNotes(folder: string): readonly Note[] {
  const file = join(folder, 'notes.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Note).sort((one, other) => one.at - other.at);
}
