import type { ProcessEntry, ProcessIdentity, ProcessTable } from './process-entry.ts';
import { scanProcesses, startTimeOf } from './process-table.ts';

/**
 * Who belongs to one server (L4): its process group, whoever carries its mark, their descendants,
 * and whoever was seen as one of these before. It is looked at before each step of stopping, since
 * a process that lost its parent can no longer be traced to it. Out of reach is only who left the
 * group with a wiped environment and whose parent died before the first look.
 */
export class ProcessTree {
  readonly #root: ProcessIdentity;
  readonly #mark: string;
  readonly #scan: typeof scanProcesses;
  readonly #known = new Map<number, string>();

  constructor(root: ProcessIdentity, mark: string, scan = scanProcesses) {
    this.#scan = scan;
    this.#root = root;
    this.#mark = mark;
    this.#known.set(root.pid, root.startTime);
  }

  /** Those of the tree that are alive. They are remembered. */
  async living(): Promise<ProcessEntry[]> {
    const table = await this.#scan();
    // L4: that nobody can be seen does not mean that nobody is left.
    if (table === undefined) return this.#remembered();
    const ours: ProcessEntry[] = [];
    for (const entry of table.entries) if (await this.#isOurs(entry, table)) ours.push(entry);
    const members = withDescendants(table, ours);
    for (const { pid, startTime } of members) this.#known.set(pid, startTime);
    return members.filter((entry) => !entry.zombie);
  }

  /** Signals the group, then everybody outside of it. Resolves to those who were meant. */
  async signal(signal: 'SIGTERM' | 'SIGKILL'): Promise<ProcessEntry[]> {
    const members = await this.living();
    const grouped = members.filter((entry) => entry.group === this.#root.pid);
    // With a living member of ours in it, the group cannot have been given out again.
    if (grouped.some(isStillThere)) send(-this.#root.pid, signal);
    for (const entry of members)
      if (entry.group !== this.#root.pid && isStillThere(entry)) send(entry.pid, signal);
    return members;
  }

  /** Of those seen before, whoever still answers to its id. Signals still want the start time, too. */
  #remembered(): ProcessEntry[] {
    return [...this.#known]
      .filter(([pid]) => isTaken(pid))
      .map(([pid, startTime]) => ({ pid, startTime, parent: 0, group: 0, zombie: false }));
  }

  async #isOurs(entry: ProcessEntry, table: ProcessTable): Promise<boolean> {
    // L4: never ourselves, whatever the table says.
    if (entry.pid === process.pid || entry.pid <= 1) return false;
    const known = this.#known.get(entry.pid);
    if (known !== undefined) return known === entry.startTime;
    if (entry.group === this.#root.pid) return !this.#groupIsForeign(table);
    if (entry.zombie || !this.#mayCarryMark(entry)) return false;
    return (await table.markOf(entry)) === this.#mark;
  }

  /** The root's id went to somebody else, and with it the group's. */
  #groupIsForeign({ entries }: ProcessTable): boolean {
    const leader = entries.find(({ pid }) => pid === this.#root.pid);
    return leader !== undefined && leader.startTime !== this.#root.startTime;
  }

  /** Environments of processes older than the server need not be read; times count ticks on Linux. */
  #mayCarryMark({ startTime }: ProcessEntry): boolean {
    return !(Number(startTime) < Number(this.#root.startTime));
  }
}

function withDescendants({ entries }: ProcessTable, seeds: ProcessEntry[]): ProcessEntry[] {
  const children = new Map<number, ProcessEntry[]>();
  for (const entry of entries) {
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  const members = new Set(seeds);
  // A set hands out what is added to it while it is walked.
  for (const { pid } of members) for (const child of children.get(pid) ?? []) members.add(child);
  return [...members];
}

/** L4: an id counts only with its start time, looked at right before the signal. */
function isStillThere({ pid, startTime }: ProcessIdentity): boolean {
  return startTimeOf(pid) === startTime;
}

/** Whether there is a process of this id, whoever's it is. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function send(target: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(target, signal);
  } catch {
    // Gone in the meantime, or another user's; the next look at the table tells which.
  }
}
