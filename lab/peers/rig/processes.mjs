import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTimeOf } from '../servers/record.mjs';

/** Every process that the servers of a cell wrote down, the oldest first. */
export function recorded(folder) {
  const file = join(folder, 'processes.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Those of them that still run; one whose id went to somebody else does not. */
export function living(folder) {
  return recorded(folder).filter(
    ({ pid, startedAt }) => startedAt !== undefined && startTimeOf(pid) === startedAt,
  );
}

/** Ends what is left of a cell, each by its recorded id. */
export function endRecorded(folder) {
  for (const { pid } of living(folder)) endProcess(pid);
}

/** SIGKILL; one that has just ended by itself is as good. */
export function endProcess(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Ids of all processes that descend from `root`. */
export function descendantsOf(root) {
  const parents = new Map(runningIds().map((pid) => [pid, parentOf(pid)]));
  const isBelow = (pid) => {
    for (let above = parents.get(pid); above !== undefined; above = parents.get(above))
      if (above === root) return true;
    return false;
  };
  return [...parents.keys()].filter(isBelow);
}

function runningIds() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
