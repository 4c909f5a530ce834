import * as z from 'zod/mini';
import { PolicyError, policyErrorOf, show, type Fields } from './policy-error.ts';

/** Largest delay a timer can hold; XState fires anything above at once. */
export const LONGEST_DELAY_MS = 2 ** 31 - 1;

const delay = wholeFrom(0);
const waitingDelay = wholeFrom(10);
const count = wholeFrom(0);
const positive = wholeFrom(1);
const share = z.number().check(z.minimum(0), z.maximum(1));

function wholeFrom(least: number) {
  return z.int().check(z.minimum(least), z.maximum(LONGEST_DELAY_MS));
}

const fields = {
  /** C3: retries of the first connect; one attempt more than this is made before the server parks. */
  initialRetries: z._default(count, 3),
  /** C6: retries after a lost session, counted anew by every established one (R6). */
  reconnectRetries: z._default(count, 5),
  /** C6a: sessions lost before they proved anything, until the server parks as flapping. */
  flapBudget: z._default(count, 10),
  /** C5: ceiling of the first delay. */
  baseDelayMs: z._default(delay, 1_000),
  /** C5: growth of the ceiling per charged failure. */
  factor: z._default(z.number().check(z.minimum(1), z.maximum(100)), 2),
  /** C5: no delay is longer, server hints included (R11). */
  maxDelayMs: z._default(delay, 60_000),
  /** C5: share of the delay that chance may take away. */
  jitter: z._default(share, 0.5),
  /** C5: how long a session must live to forgive the delay memory. */
  stableAfterMs: z._default(waitingDelay, 30_000),
  /** C2: deadline of an attempt until this configuration was opened once; `npx` may download. */
  firstConnectTimeoutMs: z._default(delay, 60_000),
  /** C2: deadline of every later attempt. */
  connectTimeoutMs: z._default(delay, 30_000),
  /** C5a: extra dials of one outage while a call waits. The supervisor sets 40 for HTTP. */
  eagerDials: z._default(count, 0),
  /** C5a: pause after an attempt's end before the caller side asks for an extra dial. */
  eagerDialMs: z._default(delay, 750),
  /** C8: time between a parked server's own probes; `false` for never. */
  parkedProbeMs: z._default(z.union([waitingDelay, z.literal(false)]), 300_000),
  /** C8: share of the probe delay that chance may take away. */
  parkedJitter: z._default(share, 0.2),
  /** C12: how long a parked server must have waited before a call may wake it. */
  wakeSpacingMs: z._default(waitingDelay, 30_000),
  /** C6a: a session without a call for this long is pinged once, early. */
  earlyPingMs: z._default(delay, 1_000),
  /** L6: time a suspected HTTP session has to answer. */
  suspectPingMs: z._default(delay, 5_000),
  /** K8: time the other exchanges of an expired session have for their own verdict. */
  lateVerdictMs: z._default(delay, 2_000),
  /** L8: idle time before a keepalive; `false` for none. */
  keepaliveMs: z._default(z.union([wholeFrom(5_000), z.literal(false)]), 60_000),
  /** L8: time a keepalive has to be answered. */
  pingTimeoutMs: z._default(delay, 30_000),
  /** F2: starts a server may make at once before the hourly rate binds. 60 for HTTP. */
  startBurst: z._default(positive, 20),
  /** F2: starts a server may make per hour beyond the burst. 600 for HTTP. */
  startsPerHour: z._default(positive, 120),
  /** B1: breaker failures in a row that open the breaker. */
  failureThreshold: z._default(positive, 3),
  /** B1: share of failed calls that opens the breaker. */
  failureRate: z._default(share, 0.5),
  /** B1: calls in the window before the share counts. */
  failureRateMinCalls: z._default(positive, 10),
  /** B1: length of the window. */
  failureRateWindowMs: z._default(waitingDelay, 60_000),
  /** B3: how long the breaker stays open the first time. */
  cooldownMs: z._default(waitingDelay, 60_000),
  /** B3: longest time the breaker stays open after failed probes. */
  cooldownMaxMs: z._default(waitingDelay, 300_000),
  /** B4: how long a half-open probe holds its slot. */
  probeTimeoutMs: z._default(delay, 15_000),
  /** K1: time from dispatch to answer, extended by progress. */
  callTimeoutMs: z._default(positive, 60_000),
  /** K1: time from submission to outcome, never extended; `false` for no limit. */
  maxTotalMs: z._default(z.union([positive, z.literal(false)]), 600_000),
  /** K4: how long a call waits for a session before it fails fast. */
  graceMs: z._default(delay, 5_000),
  /** K3: calls running on one link at once. */
  maxConcurrentCalls: z._default(positive, 32),
  /** K3: calls waiting for a place or a session. */
  queueLimit: z._default(count, 256),
  /** C9, S2: time running calls have before a rebuild or a shutdown ends them. */
  drainMs: z._default(delay, 5_000),
  /** S2: time an HTTP session has to be ended politely. */
  terminateMs: z._default(delay, 2_000),
  /** L4: time between closing stdin and SIGTERM. */
  stdinGraceMs: z._default(delay, 2_000),
  /** L4: time between SIGTERM and SIGKILL. */
  termGraceMs: z._default(delay, 2_000),
  /** T4: quiet time after a list change before the list is read again. */
  listDebounceMs: z._default(delay, 300),
  /** T4: longest time a burst of list changes may hold the reading back. */
  listDebounceMaxMs: z._default(delay, 2_000),
};

const fleetFields = {
  /** F2: stdio servers starting at once. */
  maxSpawns: z._default(positive, 3),
  /** F2: HTTP servers being dialled at once. */
  maxDials: z._default(positive, 8),
  /** F2: how long an attempt may hold its place at the start gate. */
  startSlotMs: z._default(delay, 5_000),
  /** F5: how long `start()` waits for servers to become ready or park. */
  startTimeoutMs: z._default(delay, 90_000),
  /** S3: bound of the whole shutdown. */
  shutdownTimeoutMs: z._default(delay, 15_000),
};

const ordered = [
  ['baseDelayMs', 'maxDelayMs'],
  ['cooldownMs', 'cooldownMaxMs'],
] as const;

function checkOrder(policy: Partial<Policy>, report: (path: string, message: string) => void) {
  for (const [low, high] of ordered) {
    const [lowest, highest] = [policy[low], policy[high]];
    if (lowest !== undefined && highest !== undefined && lowest > highest)
      report(low, `${low} (${lowest}) must not be above ${high} (${highest})`);
  }
}

/** Every delay, budget and limit of one server (contract, section 10). Milliseconds throughout. */
export const policySchema = z
  .strictObject(fields)
  .check(
    z.superRefine((policy, context) =>
      checkOrder(policy, (path, message) =>
        context.addIssue({ code: 'custom', path: [path], message }),
      ),
    ),
  );

/** The fleet's own limits, which no server overrides. */
export const fleetPolicySchema = z.strictObject(fleetFields);

/** Every delay, budget and limit of one server. Milliseconds where a name ends in `Ms` (E3). */
export type Policy = z.output<typeof policySchema>;
/** The limits of a whole fleet, which no server overrides. */
export type FleetPolicy = z.output<typeof fleetPolicySchema>;

/** What holds for a server where nothing else is said. Frozen. */
export const defaultPolicy: Policy = Object.freeze(policySchema.parse({}));
/** What holds for a fleet where nothing else is said. Frozen. */
export const defaultFleetPolicy: FleetPolicy = Object.freeze(fleetPolicySchema.parse({}));

/**
 * Lays `patch` over `base` and checks the whole (E3). Keys that are absent or undefined keep
 * the base's value.
 * @throws PolicyError naming each path, the value and what is allowed.
 */
export function mergePolicy(base: Policy, patch: Partial<Policy> | undefined): Policy {
  if (patch === undefined) return base;
  return parseWith(policySchema, { ...base, ...withoutUndefined(patch) }, fields);
}

/** The same for the fleet's limits. @throws PolicyError */
export function mergeFleetPolicy(
  base: FleetPolicy,
  patch: Partial<FleetPolicy> | undefined,
): FleetPolicy {
  if (patch === undefined) return base;
  return parseWith(fleetPolicySchema, { ...base, ...withoutUndefined(patch) }, fleetFields);
}

function withoutUndefined(patch: object): object {
  // A host without types can send anything, and must get an answer rather than a crash.
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch))
    throw new PolicyError([{ path: '', message: `must be an object, not ${show(patch)}` }]);
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
}

function parseWith<Output>(schema: z.ZodMiniType<Output>, value: object, known: Fields): Output {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw policyErrorOf(parsed.error, value, known);
}
