import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes down a process of the lab, so that it can be counted and ended by its own id. */
export function record(folder, role, pid = process.pid) {
  const line = JSON.stringify({ role, pid, startedAt: startTimeOf(pid) });
  appendFileSync(join(folder, 'processes.jsonl'), `${line}\n`);
}

/**
 * When a process was started, in ticks since the machine was: a process id alone may be used
 * again. Undefined if it has ended, or where there is no /proc.
 */
export function startTimeOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
