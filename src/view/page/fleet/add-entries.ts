import type { FleetEntry } from '../../wire/frame.ts';

/** Entries by their ids, each once, the newest `most` of them. */
export function addEntries(
  known: readonly FleetEntry[],
  added: readonly FleetEntry[],
  most: number,
): readonly FleetEntry[] {
  if (added.length === 0) return known;
  const newest = known.at(-1)?.id ?? 0;
  // Nearly always they just follow.
  if (added.every(({ id }) => id > newest)) return [...known, ...added].slice(-most);
  const byId = new Map([...known, ...added].map((entry) => [entry.id, entry]));
  return [...byId.values()].sort((one, other) => one.id - other.id).slice(-most);
}
