import { scanProc, startTimeFromProc } from './process-table-proc.ts';
import { scanPs, startTimeFromPs } from './process-table-ps.ts';

/** A process is known by its id and its start time; the id alone may have been given out again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; comparable only for equality. */
  readonly startTime: string;
}

export interface ProcessEntry extends ProcessIdentity {
  readonly parent: number;
  readonly group: number;
  /** Dead, and only waiting to be read by its parent. */
  readonly zombie: boolean;
}

/** All processes as they were at one moment. */
export interface ProcessTable {
  readonly entries: readonly ProcessEntry[];
  /** The mark in a process's environment (L4); undefined where it cannot be read. */
  markOf(entry: ProcessEntry): string | undefined;
}

let shared: Promise<ProcessTable> | undefined;

/** The processes there are now. Callers of one turn share one pass: many servers stop at once. */
export function scanProcesses(): Promise<ProcessTable> {
  if (shared === undefined) {
    shared = process.platform === 'linux' ? scanProc() : scanPs();
    setImmediate(() => {
      shared = undefined;
    });
  }
  return shared;
}

/** Start time of a process, or undefined if there is none with that id. */
export function startTimeOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}
