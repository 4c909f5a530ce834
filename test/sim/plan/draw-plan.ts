import type { FleetPolicy, Policy } from '../../../machines/policy.ts';
import { chanceOf, type Chance } from './chance.ts';
import { drawFleetPolicy, drawPolicy } from './draw-policy.ts';
import { faultKinds, type FaultKind } from './fault-kinds.ts';
import { drawServer, type ServerPlan } from './draw-server.ts';

/** What may be asked of a run from outside; the rest is drawn from the seed. */
export interface RunRequest {
  readonly seed: number;
  readonly hours: number;
  /** Default: drawn. */
  readonly servers?: number | undefined;
  /** Kinds of faults that never happen, to find out which of them a violation needs. */
  readonly without?: readonly FaultKind[] | undefined;
  /** I14: all but the first server behave, and chance is none of the supervisor's. */
  readonly isolation?: 'sick' | 'healthy' | undefined;
}

/** One world in all its parameters. */
export interface Plan extends RunRequest {
  readonly fleet: readonly ServerPlan[];
  readonly policy: Partial<Policy & FleetPolicy>;
  /** How likely each kind is, as a factor; 0 in a world that does not know it (swarm). */
  readonly weights: Readonly<Record<FaultKind, number>>;
  /** Whether the host answers events from within its listeners. */
  readonly isHostRash: boolean;
  /** Mean time between two things that the operator does. */
  readonly operatorGapMs: number;
}

export function drawPlan(request: RunRequest): Plan {
  const { seed, isolation } = request;
  const chance = chanceOf(seed, 'plan');
  const policy = { ...drawPolicy(chance), ...drawFleetPolicy(chance) };
  const weights = drawWeights(chance, request.without ?? []);
  const operatorGapMs = chance.pick([4, 8, 15]) * 60_000;
  const size = request.servers ?? chance.pick([2, 3, 3, 4, 4, 5]);
  const fleet = Array.from({ length: size }, (_, index) => drawServer(seed, index));
  const isHostRash = chance.happens(0.4);
  const plan = { ...request, fleet, policy, weights, isHostRash, operatorGapMs };
  return isolation === undefined ? plan : apart(plan);
}

function drawWeights(chance: Chance, without: readonly FaultKind[]): Record<FaultKind, number> {
  const weights = faultKinds.map((kind) => {
    const weight = chance.happens(0.3) ? 0 : chance.pick([0.3, 1, 1, 2]);
    return [kind, without.includes(kind) ? 0 : weight];
  });
  return Object.fromEntries(weights) as Record<FaultKind, number>;
}

/**
 * I14: what servers share on purpose must not bind: the places at the start gate (F2), and the one
 * sleep of a machine that wakes them all (F3).
 */
function apart(plan: Plan): Plan {
  const places = { maxSpawns: plan.fleet.length, maxDials: plan.fleet.length };
  return {
    ...plan,
    policy: { ...plan.policy, ...places },
    weights: { ...plan.weights, sleeps: 0 },
    operatorGapMs: Infinity,
  };
}
