import { readFileSync, readdirSync } from 'node:fs';

/** Whether a process runs; one that is dead and only not yet read by its parent does not. */
export function isAlive(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Running processes with this text in their command line. */
export function processesWith(text: string): number[] {
  return runningProcesses().filter((pid) => readOf(pid, 'cmdline').includes(text));
}

/** Running children of a process. */
export function childrenOf(parent: number): number[] {
  return runningProcesses().filter((pid) => statOf(pid)?.[1] === String(parent));
}

export function runningProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isAlive(pid));
}

/** What the system tells of a process; nothing of one that is gone, or somebody else's. */
export function readOf(pid: number, file: 'cmdline' | 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** Resolves once `fact` holds; fails the test if it does not within the bound. */
export async function until(fact: () => boolean, what: string, boundMs = 5_000): Promise<void> {
  const deadlineMs = performance.now() + boundMs;
  while (!fact()) {
    if (performance.now() > deadlineMs) throw new Error(`not within ${boundMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** State, parent, group and so on: the fields after the name. */
function statOf(pid: number): string[] | undefined {
  const text = readOf(pid, 'stat');
  return text === '' ? undefined : text.slice(text.lastIndexOf(')') + 2).split(' ');
}
