import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { MARK_VARIABLE } from '../start/environment.ts';
import type { ProcessEntry, ProcessTable } from './process-entry.ts';

const markPrefix = `${MARK_VARIABLE}=`;
const MARK_LENGTH = 32;
/** Longer environments are read as far as this. */
const READ_BYTES = 256 * 1024;

/**
 * One pass over /proc. Synchronous on purpose: some 20 µs per process, so the picture is nearly
 * of one moment, and nothing is lost between looking and signalling.
 */
export async function scanProc(): Promise<ProcessTable> {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const entries: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const entry = Number.isInteger(pid) ? readStat(pid, buffer) : undefined;
    if (entry) entries.push(entry);
  }
  const marks = new Map<ProcessEntry, string | undefined>();
  return {
    entries,
    markOf(entry) {
      if (!marks.has(entry)) marks.set(entry, readMark(entry.pid, buffer));
      return marks.get(entry);
    },
  };
}

export function startTimeFromProc(pid: number): string | undefined {
  return readStat(pid, Buffer.allocUnsafe(4096))?.startTime;
}

function readStat(pid: number, buffer: Buffer): ProcessEntry | undefined {
  const bytes = readInto(`/proc/${pid}/stat`, buffer);
  const text = buffer.toString('latin1', 0, bytes);
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

function readMark(pid: number, buffer: Buffer): string | undefined {
  const bytes = readInto(`/proc/${pid}/environ`, buffer);
  const start = buffer.subarray(0, bytes).indexOf(markPrefix, 'latin1');
  if (start === -1) return undefined;
  const from = start + markPrefix.length;
  return buffer.toString('latin1', from, Math.min(bytes, from + MARK_LENGTH));
}

/** Number of bytes read; 0 for a file that is gone, or another user's. */
function readInto(path: string, buffer: Buffer): number {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, 'r');
    let bytes = 0;
    for (let read = -1; read !== 0 && bytes < buffer.length; bytes += read)
      read = readSync(descriptor, buffer, bytes, buffer.length - bytes, null);
    return bytes;
  } catch {
    return 0;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
