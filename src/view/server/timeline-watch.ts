import type { Supervisor } from '../../supervisor/supervisor.ts';
import type { FleetEntry } from '../wire/frame.ts';

/** A page that is new to the fleet is told this much of what all servers went through. */
const FIRST_ENTRIES = 200;

/**
 * Collects what is added to the timelines. Each is a short ring (H3), so it is read at every
 * event: whatever happens between two frames, none is dropped.
 */
export class TimelineWatch {
  readonly #supervisor: Supervisor;
  readonly #after: number | undefined;
  #collected: FleetEntry[] = [];
  /** The newest entry that was handed out. */
  lastId = 0;
  /** Of each server, the newest entry that was collected. */
  readonly #seen = new Map<string, number>();

  /** @param after the last entry that is known already. */
  constructor(supervisor: Supervisor, after: number | undefined) {
    this.#supervisor = supervisor;
    this.#after = after;
  }

  /** How many entries were collected and not handed out yet. */
  get untold(): number {
    return this.#collected.length;
  }

  /** What there is to know at first; all of `looked`, and the last of the others. */
  begin(servers: readonly string[], looked: string | undefined): FleetEntry[] {
    const all = inOrder(servers.flatMap((server) => this.#read(server)));
    const known = this.#after;
    const fresh =
      known === undefined ? all.slice(-FIRST_ENTRIES) : all.filter(({ id }) => id > known);
    const wanted = new Set(fresh);
    return this.#handOut(all.filter((entry) => wanted.has(entry) || entry.server === looked));
  }

  happened(server: string): void {
    this.#collected.push(...this.#read(server));
  }

  take(): FleetEntry[] {
    const taken = inOrder(this.#collected);
    this.#collected = [];
    return this.#handOut(taken);
  }

  #handOut(entries: FleetEntry[]): FleetEntry[] {
    this.lastId = Math.max(this.lastId, this.#after ?? 0, entries.at(-1)?.id ?? 0);
    return entries;
  }

  #read(server: string): FleetEntry[] {
    const seen = this.#seen.get(server) ?? 0;
    const added = timelineOf(this.#supervisor, server).filter(({ id }) => id > seen);
    const newest = added.at(-1);
    if (newest) this.#seen.set(server, newest.id);
    return added.map((entry) => ({ server, ...entry }));
  }
}

/** The events of different servers are collected as they come, which is nearly in order. */
function inOrder(entries: readonly FleetEntry[]): FleetEntry[] {
  return [...entries].sort((one, other) => one.id - other.id);
}

function timelineOf(supervisor: Supervisor, server: string) {
  try {
    return supervisor.timeline(server);
  } catch {
    // It was removed while it was told of.
    return [];
  }
}
