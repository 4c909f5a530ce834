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
  let highest = -Infinity;
  for (const policy of policies) highest = Math.max(highest, policy[key]);
  return highest;
}

export function least(policies: ReadonlySet<Policy>, key: Numeric): number {
  let lowest = Infinity;
  for (const policy of policies) lowest = Math.min(lowest, policy[key]);
  return lowest;
}
