import { drawPlan, type RunRequest } from '../plan/draw-plan.ts';
import { HOUR_MS } from '../plan/hour.ts';
import { runSeed, type SeedResult } from './run-seed.ts';

/** How often the two checks are made that need a world more than once, and how long it lives then. */
const EVERY = 10;
const PAIR_HOURS = 4;

/** One seed, and for a share of them what only a comparison of two runs can show. */
export async function checkSeed(request: RunRequest): Promise<SeedResult> {
  const result = await runSeed(request);
  if (result.violation !== undefined) return result;
  const hours = Math.min(PAIR_HOURS, request.hours);
  const turn = request.seed % EVERY;
  if (turn === 0) return withViolation(result, await compareNeighbours({ ...request, hours }));
  if (turn === 5) return withViolation(result, await compareRepetition({ ...request, hours }));
  return result;
}

type Found = SeedResult['violation'] | undefined;

function withViolation(result: SeedResult, violation: Found): SeedResult {
  return violation === undefined ? result : { ...result, violation };
}

/** I14: whether the others are sick or well, one server's life is the same to the millisecond (F1). */
async function compareNeighbours(request: RunRequest): Promise<Found> {
  const sick = await runSeed({ ...request, isolation: 'sick' });
  const healthy = await runSeed({ ...request, isolation: 'healthy' });
  const found = sick.violation ?? healthy.violation;
  if (found !== undefined || sick.hash === healthy.hash) return found;
  const name = drawPlan(request).fleet[0]?.name ?? '';
  return difference('I14 (F1)', `${name} lives another life beside sick neighbours`, sick);
}

/** I15: the same seed is the same world. */
async function compareRepetition(request: RunRequest): Promise<Found> {
  const once = await runSeed(request);
  const again = await runSeed(request);
  if (once.hash === again.hash) return once.violation;
  return difference('I15', `the same seed brought ${once.hash} and ${again.hash}`, once);
}

function difference(rule: string, what: string, { hours }: SeedResult): Found {
  return { rule, what, atMs: hours * HOUR_MS, lastEvents: [] };
}
