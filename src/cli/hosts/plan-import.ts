import { isDeepStrictEqual } from 'node:util';
import { translateEntry } from '../../config/host-entry.ts';
import { adoptEntry } from './adopt-entry.ts';
import type { HostName } from './host-places.ts';
import type { HostFile } from './read-host-file.ts';

/** What becomes of one server that was found. */
export interface ImportedServer {
  readonly server: string;
  readonly host: HostName;
  readonly file: string;
  /**
   * `clash`: the name is taken by another entry, which stays. `same`: it is there already.
   * `unusable`: see `reason`.
   */
  readonly outcome: 'added' | 'replaced' | 'same' | 'clash' | 'unusable';
  readonly disabled: boolean;
  readonly reason?: string;
  readonly notes: readonly string[];
}

export interface ImportPlan {
  readonly servers: readonly ImportedServer[];
  /** Entries to write, by name. May hold secrets. */
  readonly entries: ReadonlyMap<string, object>;
}

/**
 * Decides what to take over from hosts' files. Nothing that is there is replaced unless forced, and
 * of two hosts with one name the first wins.
 * @param present the entries that the target has already
 */
export function planImport(
  files: readonly HostFile[],
  present: Readonly<Record<string, unknown>>,
  isForced: boolean,
): ImportPlan {
  const entries = new Map<string, object>();
  const owners = new Map<string, string>();
  const servers = files.flatMap(({ host, file, folder, entries: found }) =>
    Object.entries(found).map(([server, raw]): ImportedServer => {
      const { entry, notes, faults } = adoptEntry(server, raw, folder);
      const about = { server, host, file, disabled: entry?.['enabled'] === false, notes };
      if (faults.length > 0) return { ...about, outcome: 'unusable', reason: faults.join('; ') };
      const taken = entries.get(server) ?? presentEntry(present, server);
      if (taken !== undefined && isDeepStrictEqual(taken, entry))
        return { ...about, outcome: 'same' };
      if (taken !== undefined && (!isForced || entries.has(server)))
        return { ...about, outcome: 'clash', reason: clashReason(owners.get(server)) };
      entries.set(server, entry);
      owners.set(server, file);
      return { ...about, outcome: taken === undefined ? 'added' : 'replaced' };
    }),
  );
  return { servers, entries };
}

function presentEntry(present: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(present, name) ? translateEntry(present[name]).entry : undefined;
}

function clashReason(owner: string | undefined): string {
  return owner === undefined
    ? 'another server has this name; it stays, unless --force is given'
    : `${owner} has another server of this name, which was taken`;
}
