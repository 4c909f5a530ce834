import { createHash } from 'node:crypto';

/** Everything that happened in one world, as lines that are the same each time the seed is run. */
export interface Journal {
  readonly lines: number;
  note(server: string, text: string): void;
  /** From here on nothing is written down any more. */
  seal(): void;
  /** The newest lines, oldest first. */
  last(): readonly string[];
  /** Of all lines so far. */
  hash(): string;
}

/** As many as a person wants to read before a failure. */
const KEPT = 50;
/** Hashing many short lines at once costs a fraction of hashing each. */
const BATCH = 512;

/** @param only the one server whose lines count; the others' are dropped */
export function createJournal(now: () => number, only?: string): Journal {
  const hash = createHash('sha256');
  let kept: string[] = [];
  let batch = '';
  let lines = 0;
  let isSealed = false;
  return {
    get lines() {
      return lines;
    },
    note(server, text) {
      if (isSealed || (only !== undefined && !belongsTo(server, only))) return;
      const line = `${now()} ${server} ${text}`;
      lines += 1;
      batch += `${line}\n`;
      kept.push(line);
      if (lines % BATCH !== 0) return;
      hash.update(batch);
      batch = '';
      kept = kept.slice(-KEPT);
    },
    seal: () => void (isSealed = true),
    last: () => kept.slice(-KEPT),
    hash: () => hash.copy().update(batch).digest('hex'),
  };
}

/** Calls are noted under their own names, which begin with their server's. */
function belongsTo(name: string, server: string): boolean {
  return name === server || name.startsWith(`${server}/`);
}
