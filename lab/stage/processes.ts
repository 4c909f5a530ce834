import { readOf, runningProcesses } from '../../test/link/processes.ts';

/** The variable that marks every process of a scenario; what they start inherits it. */
export const MARK = 'HOLDFAST_LAB';

/** Running processes whose environment holds this mark, whoever started them. Linux only. */
export function markedProcesses(mark: string): number[] {
  const wanted = `${MARK}=${mark}\0`;
  return runningProcesses().filter((pid) => `${readOf(pid, 'environ')}\0`.includes(wanted));
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
  return readOf(pid, 'cmdline').replaceAll('\0', ' ').trim();
}
