import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MARK_VARIABLE } from '../start/environment.ts';
import type { ProcessEntry, ProcessTable } from './process-entry.ts';

const markPrefix = `${MARK_VARIABLE}=`;
const MARK_LENGTH = 32;
/** Longer environments are read as far as this. */
const READ_BYTES = 256 * 1024;

/** A file takes some 30 to 80 µs, and calls of others wait meanwhile (F1). */
const FILES_PER_TURN = 16;
/** On a machine where processes end all the time, it has to be enough once. */
const MOST_LOOKS = 4;

/**
 * One pass over /proc, or over `root`, which lets the event loop go on in between. A process may hand over
 * to a new one and be gone before it is read: as long as any was gone, those born meanwhile are read too,
 * so that nobody slips through.
 * @returns undefined if files cannot be opened at all: an empty list would say that nobody is left (L4)
 */
export async function scanProc(root = '/proc'): Promise<ProcessTable | undefined> {
  const files = new ProcFiles(root);
  const entries: ProcessEntry[] = [];
  const seen = new Set<number>();
  try {
    for (let look = 0, missed = true; missed && look < MOST_LOOKS; look += 1) {
      missed = false;
      for (const pid of listPids(root)) {
        if (seen.has(pid)) continue;
        seen.add(pid);
        const entry = await files.read(pid, 'stat', (bytes) => parseStat(pid, bytes));
        if (entry) entries.push(entry);
        else missed = true;
      }
    }
  } catch {
    return undefined;
  }
  const marks = new Map<ProcessEntry, Promise<string | undefined>>();
  return {
    entries,
    markOf(entry) {
      const mark = marks.get(entry) ?? readMark(entry.pid, files);
      marks.set(entry, mark);
      return mark;
    },
  };
}

/** Undefined also where no file can be opened any more: who cannot be looked at is not signalled (L4). */
export function startTimeFromProc(pid: number): string | undefined {
  try {
    return parseStat(pid, readWhole(`/proc/${pid}/stat`, Buffer.allocUnsafe(4096)))?.startTime;
  } catch {
    return undefined;
  }
}

/** Reads one after the other, a few in each turn of the event loop. */
class ProcFiles {
  readonly #root: string;
  readonly #buffer = Buffer.allocUnsafe(READ_BYTES);
  #count = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * `parse` gets the bytes before anybody else can read: many servers ask for marks at once, and one that
   * was given another's would end a stranger. @throws if no file can be opened any more
   */
  async read<Parsed>(
    pid: number,
    file: 'stat' | 'environ',
    parse: (bytes: Buffer) => Parsed,
  ): Promise<Parsed> {
    this.#count += 1;
    if (this.#count % FILES_PER_TURN === 0) await nextTurn();
    return parse(readWhole(join(this.#root, String(pid), file), this.#buffer));
  }
}

function listPids(root: string): number[] {
  return readdirSync(root).map(Number).filter(Number.isInteger);
}

function parseStat(pid: number, bytes: Buffer): ProcessEntry | undefined {
  const text = bytes.toString('latin1');
  // The second field is the name in brackets and may hold anything, brackets and blanks too.
  const [state, parent, group, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const startTime = rest[16];
  if (state === undefined || startTime === undefined) return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    startTime,
    zombie: state === 'Z' || state === 'X',
  };
}

function readMark(pid: number, files: ProcFiles): Promise<string | undefined> {
  return files.read(pid, 'environ', findMark).catch(() => undefined);
}

function findMark(bytes: Buffer): string | undefined {
  const start = bytes.indexOf(markPrefix, 'latin1');
  if (start === -1) return undefined;
  const from = start + markPrefix.length;
  return bytes.toString('latin1', from, Math.min(bytes.length, from + MARK_LENGTH));
}

/** Nothing of a file that is gone, or another user's. @throws if no file can be opened any more */
function readWhole(path: string, buffer: Buffer): Buffer {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    let bytes = 0;
    for (let read = -1; read !== 0 && bytes < buffer.length; bytes += read)
      read = readSync(descriptor, buffer, bytes, buffer.length - bytes, null);
    return buffer.subarray(0, bytes);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EMFILE' || code === 'ENFILE') throw error;
    return buffer.subarray(0, 0);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
