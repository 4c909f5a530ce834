import { readdirSync, readFileSync } from 'node:fs';

/** The variable that marks every process of a scenario; what they start inherits it. */
export const MARK = 'HOLDFAST_LAB';

/** Running processes whose environment holds this mark, whoever started them. Linux only. */
export function markedProcesses(mark: string): number[] {
  const wanted = `${MARK}=${mark}\0`;
  return runningProcesses().filter((pid) => `${read(pid, 'environ')}\0`.includes(wanted));
}

/** Running processes with this text in their command line. */
export function processesWith(text: string): number[] {
  return runningProcesses().filter((pid) => read(pid, 'cmdline').includes(text));
}

export function childrenOf(parent: number): number[] {
  return runningProcesses().filter((pid) => statOf(pid)?.[1] === String(parent));
}

/** Whether a process runs; one that is dead and not yet read by its parent does not. */
export function isAlive(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** A signal to a process that the scenario itself has started; one that is gone needs none. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 1) process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function commandLineOf(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ').trim();
}

function runningProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isAlive(pid));
}

/** State, parent and so on: the fields after the name. */
function statOf(pid: number): string[] | undefined {
  const text = read(pid, 'stat');
  return text === '' ? undefined : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    // Gone meanwhile, or somebody else's.
    return '';
  }
}
