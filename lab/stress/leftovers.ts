import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { none, type Bound } from './bound.ts';

/** What this process holds of the system, to be compared with later. */
export interface Holdings {
  /** Timers, sockets, children and pipes that Node knows of, by kind. */
  readonly handles: ReadonlyMap<string, number>;
  /** What each open descriptor is, such as `socket:[4711]`. */
  readonly descriptors: ReadonlyMap<string, string>;
  /** Of the process itself, such as for signals. */
  readonly listeners: number;
}

/**
 * What is there before a run. With its first pipe a process takes a spare descriptor for good, so one
 * child has to have come and gone before.
 */
export async function firstHoldings(): Promise<Holdings> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'pipe' });
  child.stdout.resume();
  await once(child, 'close');
  return holdings();
}

export function holdings(): Holdings {
  const handles = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo())
    handles.set(kind, (handles.get(kind) ?? 0) + 1);
  const listeners = process.eventNames().map((name) => process.listenerCount(name));
  return {
    handles,
    descriptors: openDescriptors(),
    listeners: listeners.reduce((sum, count) => sum + count, 0),
  };
}

/** How long the system may take to take back what was closed. */
const SETTLE_MS = 5_000;

/** S4: what is there now and was not there before. */
export async function leftovers(before: Holdings): Promise<Bound> {
  const deadline = performance.now() + SETTLE_MS;
  while (performance.now() < deadline && surplus(before).length > 0)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return none('leaked handles, descriptors and listeners', surplus(before));
}

function surplus(before: Holdings): string[] {
  const now = holdings();
  const kinds = [...now.handles].filter(([kind, count]) => count > (before.handles.get(kind) ?? 0));
  const found = kinds.map(([kind, count]) => `${count} × ${kind}`);
  if (now.descriptors.size > before.descriptors.size)
    for (const [number, target] of now.descriptors)
      if (before.descriptors.get(number) !== target) found.push(`descriptor ${number} ${target}`);
  if (now.listeners > before.listeners) found.push(`${now.listeners - before.listeners} listeners`);
  return found;
}

function openDescriptors(): ReadonlyMap<string, string> {
  const open = new Map<string, string>();
  for (const number of readdirSync('/proc/self/fd')) {
    try {
      open.set(number, readlinkSync(`/proc/self/fd/${number}`));
    } catch {
      // The one that the listing itself was read with.
    }
  }
  return open;
}
