import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProcessTable } from './process-entry.ts';
import { scanProc, startTimeFromProc } from './process-table-proc.ts';
import { scanPs, startTimeFromPs } from './process-table-ps.ts';

let running: Promise<unknown> = Promise.resolve();
let next: Promise<ProcessTable | undefined> | undefined;

/**
 * The processes there are from now on; undefined if that cannot be told. Many servers stop at once, so one
 * pass runs at a time, and all who ask during it share the one after it: what began before they asked
 * could miss whom they look for.
 */
export function scanProcesses(): Promise<ProcessTable | undefined> {
  next ??= scanAfter(running);
  return next;
}

async function scanAfter(before: Promise<unknown>): Promise<ProcessTable | undefined> {
  await before;
  await nextTurn();
  const pass = process.platform === 'linux' ? scanProc() : scanPs();
  running = pass;
  next = undefined;
  return pass;
}

/** Start time of a process, or undefined if there is none with that id. */
export function startTimeOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}
