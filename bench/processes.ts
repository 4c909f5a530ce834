import { readFileSync } from 'node:fs';

/** Whether a process runs; one that is dead and only not yet read by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return existsElsewhere(pid);
  }
}

/** For systems without /proc, where a dead process cannot be told from one not yet read. */
function existsElsewhere(pid: number): boolean {
  if (process.platform === 'linux') return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
