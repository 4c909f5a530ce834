import { breakerBugs } from './breaker.ts';
import type { Bug } from './bug.ts';
import { callBugs } from './calls.ts';
import { fleetBugs } from './fleet.ts';
import { linkBugs } from './links.ts';
import { recoveryBugs } from './recovery.ts';

export const bugs: readonly Bug[] = [
  ...recoveryBugs,
  ...breakerBugs,
  ...callBugs,
  ...linkBugs,
  ...fleetBugs,
];

/** @throws if there is no such bug. */
export function bugNamed(name: string): Bug {
  const found = bugs.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no planted bug called ${name}.`);
  return found;
}
