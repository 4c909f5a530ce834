import { faultKinds, type FaultKind } from '../plan/fault-kinds.ts';

/** What was done and what was reached in one world. */
export interface Tally {
  readonly faults: Record<FaultKind, number>;
  /** States that were seen, as `ready`, `breaker open`, `shutdown from parked`. */
  readonly reached: Set<string>;
  calls: number;
}

export function createTally(): Tally {
  const faults = Object.fromEntries(faultKinds.map((kind) => [kind, 0]));
  return { faults: faults as Record<FaultKind, number>, reached: new Set(), calls: 0 };
}
