import { execFile, execFileSync } from 'node:child_process';
import type { ProcessEntry, ProcessTable } from './process-entry.ts';

const PS_TIMEOUT_MS = 2_000;

/** Each column by itself: after a `=`, BSD takes the rest of the argument for its heading. */
const columns = ['pid=', 'ppid=', 'pgid=', 'state=', 'lstart='].flatMap((each) => ['-o', each]);

/** Start times are compared as text, also with the guard's, so they must not follow the language. */
const options = {
  timeout: PS_TIMEOUT_MS,
  maxBuffer: 16 * 1024 * 1024,
  env: { ...process.env, LC_ALL: 'C' },
} as const;

/**
 * The processes where there is no /proc (macOS). Environments are not looked into there: a process
 * that left the group is found only as a descendant seen before the stop.
 * @returns undefined if ps fails or takes too long: half a list would hide who is missing from it
 */
export function scanPs(program = 'ps'): Promise<ProcessTable | undefined> {
  return new Promise((resolve) => {
    execFile(program, ['-A', ...columns], options, (error, output) => {
      const entries = output.split('\n').flatMap((line) => parseLine(line) ?? []);
      resolve(error === null ? { entries, markOf: async () => undefined } : undefined);
    });
  });
}

export function startTimeFromPs(pid: number): string | undefined {
  try {
    const output = execFileSync('ps', [...columns, '-p', String(pid)], {
      ...options,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return parseLine(output.trim())?.startTime;
  } catch {
    // ps fails when there is no such process.
    return undefined;
  }
}

function parseLine(line: string): ProcessEntry | undefined {
  const [pid, parent, group, state, ...startTime] = line.trim().split(/\s+/u);
  if (state === undefined) return undefined;
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    startTime: startTime.join(' '),
    zombie: state.startsWith('Z'),
  };
}
