import type { Policy } from '../../../machines/policy.ts';

/** A note for each server, made when it is first asked for. */
export function perServer<Note>(create: (server: string) => Note): (server: string) => Note {
  const notes = new Map<string, Note>();
  return (server) => {
    const known = notes.get(server) ?? create(server);
    notes.set(server, known);
    return known;
  };
}

type Numeric = { [Key in keyof Policy]: Policy[Key] extends number ? Key : never }[keyof Policy];

/** The highest value of a key over all policies that a server had. */
export function most(policies: ReadonlySet<Policy>, key: Numeric): number {
  return extremes(policies, key).most;
}

export function least(policies: ReadonlySet<Policy>, key: Numeric): number {
  return extremes(policies, key).least;
}

interface Extremes {
  readonly size: number;
  readonly most: number;
  readonly least: number;
}

/** A set only grows, so what was found holds as long as its size does. */
const known = new WeakMap<ReadonlySet<Policy>, Map<Numeric, Extremes>>();

function extremes(policies: ReadonlySet<Policy>, key: Numeric): Extremes {
  const byKey = known.get(policies) ?? new Map<Numeric, Extremes>();
  known.set(policies, byKey);
  const before = byKey.get(key);
  if (before?.size === policies.size) return before;
  const values = [...policies].map((policy) => policy[key]);
  const found = { size: policies.size, most: Math.max(...values), least: Math.min(...values) };
  byKey.set(key, found);
  return found;
}
