import { vectorsFor } from '../vectors/read-vectors.ts';

/** Read once for all changes, since that takes longer than most cases do. */
export function knownVectors(world: string): ReturnType<typeof vectorsFor> {
  const kept = globalThis as { holdfastVectors?: ReturnType<typeof vectorsFor> };
  return (kept.holdfastVectors ??= vectorsFor(world));
}
