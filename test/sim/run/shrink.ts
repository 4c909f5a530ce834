import type { RunRequest } from '../plan/draw-plan.ts';
import { faultKinds, type FaultKind } from '../plan/fault-kinds.ts';
import { HOUR_MS } from '../plan/hour.ts';
import { checkSeed } from './check-seed.ts';
import type { SeedResult } from './run-seed.ts';

/** A failing world made as small as it gets, and what it is asked for by. */
export interface Smallest {
  readonly request: RunRequest;
  readonly result: SeedResult;
  /** Kinds of faults that happened in it. */
  readonly kinds: readonly FaultKind[];
}

/** Leaves out kinds of faults, and time, as long as the same rule is still broken. */
export async function shrink(failed: SeedResult, request: RunRequest): Promise<Smallest> {
  const rule = failed.violation?.rule;
  let best = { request, result: failed };
  const tryOut = async (smaller: RunRequest) => {
    const result = await checkSeed(smaller);
    if (result.violation?.rule === rule) best = { request: smaller, result };
  };
  await tryOut({ ...best.request, hours: hoursNeeded(best.result) });
  for (const kind of faultKinds) {
    if (best.result.faults[kind] === 0) continue;
    const without = [...(best.request.without ?? []), kind];
    await tryOut({ ...best.request, without });
  }
  await tryOut({ ...best.request, hours: hoursNeeded(best.result) });
  const kinds = faultKinds.filter((kind) => best.result.faults[kind] > 0);
  return { ...best, kinds };
}

/** In hundredths, since a person has to type it. */
function hoursNeeded({ hours, violation }: SeedResult): number {
  const atHours = Math.ceil(((violation?.atMs ?? 0) / HOUR_MS) * 100) / 100;
  return Math.min(hours, atHours);
}
