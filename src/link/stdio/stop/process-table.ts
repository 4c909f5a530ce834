import type { ProcessTable } from './process-entry.ts';
import { scanProc, startTimeFromProc } from './process-table-proc.ts';
import { scanPs, startTimeFromPs } from './process-table-ps.ts';

let shared: Promise<ProcessTable | undefined> | undefined;

/**
 * The processes there are now; undefined if that cannot be told. Callers of one turn share one pass:
 * many servers stop at once.
 */
export function scanProcesses(): Promise<ProcessTable | undefined> {
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
