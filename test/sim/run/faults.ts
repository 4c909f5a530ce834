import type { Chance } from '../plan/chance.ts';
import type { FaultKind } from '../plan/fault-kinds.ts';
import type { Plan } from '../plan/draw-plan.ts';
import type { Journal } from './journal.ts';
import type { Tally } from './tally.ts';

/** Decides whether something goes wrong, and counts it. */
export interface Faults {
  /** Off in the second phase, in which everything has to heal. */
  active: boolean;
  /** Whether a server may have faults at all (I14). */
  mayFail(server: string): boolean;
  /** Draws in any case, so that a kind that is left out changes as little else as possible. */
  strikes(kind: FaultKind, server: string, chance: Chance, share: number): boolean;
  /** A fault that was not drawn by `strikes`. */
  count(kind: FaultKind, server: string): void;
}

export function createFaults(plan: Plan, journal: Journal, tally: Tally): Faults {
  const control = plan.fleet[0]?.name;
  const faults: Faults = {
    active: true,
    mayFail: (server) => plan.isolation !== 'healthy' || server === control,
    strikes(kind, server, chance, share) {
      const drawn = chance.happens(share * plan.weights[kind]);
      if (!drawn || !faults.active || !faults.mayFail(server)) return false;
      faults.count(kind, server);
      return true;
    },
    count(kind, server) {
      tally.faults[kind] += 1;
      journal.note(server, `fault ${kind}`);
    },
  };
  return faults;
}
