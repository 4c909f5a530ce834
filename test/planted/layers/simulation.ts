import { readyForDialling } from '../../../src/testing/world/scripted-peers.ts';
import { checkSeed } from '../../sim/run/check-seed.ts';
import type { Layer } from './layer.ts';

const HOURS = 24;

/** The worlds of `npm run sim`, from its first seed on. */
export const simulation: Layer = async ({ seeds, alive }) => {
  await readyForDialling();
  // Most errors of a world are meant to be, and nobody asks where they came from.
  Error.stackTraceLimit = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    alive(`seed ${seed}`);
    const { violation } = await checkSeed({ seed, hours: HOURS });
    if (violation !== undefined) return { rule: violation.rule, what: violation.what, seed };
  }
  return undefined;
};
