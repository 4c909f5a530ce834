import type { FleetPolicy, Policy } from '../../../machines/policy.ts';
import type { Chance } from './chance.ts';

/** What a seed may set each key to; the default is always one of the possibilities. */
const choices: Partial<Record<keyof Policy, readonly (number | false)[]>> = {
  initialRetries: [0, 1, 6],
  reconnectRetries: [0, 1, 8],
  flapBudget: [0, 2, 20],
  baseDelayMs: [100, 3_000],
  factor: [1, 3],
  maxDelayMs: [10_000, 120_000],
  jitter: [0, 1],
  stableAfterMs: [1_000, 120_000],
  firstConnectTimeoutMs: [20_000, 90_000],
  connectTimeoutMs: [8_000, 45_000],
  eagerDials: [0, 3],
  parkedProbeMs: [30_000, 120_000, 900_000],
  parkedJitter: [0, 0.9],
  wakeSpacingMs: [5_000, 60_000],
  keepaliveMs: [20_000, 300_000, false],
  pingTimeoutMs: [5_000, 45_000],
  startBurst: [1, 4],
  startsPerHour: [6, 30],
  failureThreshold: [1, 5],
  failureRateMinCalls: [4, 30],
  cooldownMs: [10_000, 120_000],
  cooldownMaxMs: [120_000, 600_000],
  probeTimeoutMs: [3_000, 30_000],
  callTimeoutMs: [8_000, 120_000],
  maxTotalMs: [60_000, 1_200_000],
  graceMs: [0, 1_000, 15_000],
  maxConcurrentCalls: [1, 4],
  queueLimit: [0, 2, 12],
  drainMs: [0, 1_000],
  lateVerdictMs: [0, 5_000],
  listDebounceMs: [0, 1_000],
};

/** Each key is left alone by half of the seeds, so that no two policies are alike. */
export function drawPolicy(chance: Chance): Partial<Policy> {
  const drawn = Object.entries(choices).map(([key, values]) => {
    const value = chance.pick(values);
    return chance.happens(0.4) ? { [key]: value } : {};
  });
  return Object.assign({}, ...drawn) as Partial<Policy>;
}

export function drawFleetPolicy(chance: Chance): Partial<FleetPolicy> {
  return {
    maxSpawns: chance.pick([1, 2, 3, 3]),
    maxDials: chance.pick([1, 3, 8, 8]),
    startSlotMs: chance.pick([1_000, 5_000, 5_000]),
    shutdownTimeoutMs: chance.pick([3_000, 3_000, 6_000, 15_000, 30_000]),
  };
}
