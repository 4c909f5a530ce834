import fc from 'fast-check';
import type { LinkEvent, ServerEvent } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';

export type PolicyPatch = Partial<Policy>;

const waits = fc.constantFrom(10, 20, 35, 50, 80);
const delays = fc.constantFrom(0, 10, 20, 35, 50);
const budgets = fc.constantFrom(0, 1, 2);

/** Budgets and delays so small that fifty steps meet the end of all of them. */
export const policies: fc.Arbitrary<PolicyPatch> = fc.record(
  {
    initialRetries: budgets,
    reconnectRetries: budgets,
    flapBudget: budgets,
    baseDelayMs: fc.constantFrom(0, 10, 16),
    factor: fc.constantFrom(1, 1.5, 2),
    maxDelayMs: fc.constantFrom(16, 40, 60),
    jitter: fc.constantFrom(0, 0.5, 1),
    stableAfterMs: waits,
    firstConnectTimeoutMs: waits,
    connectTimeoutMs: waits,
    eagerDials: budgets,
    parkedProbeMs: fc.oneof(waits, fc.constant(false as const)),
    parkedJitter: fc.constantFrom(0, 0.2),
    wakeSpacingMs: waits,
    failureThreshold: fc.constantFrom(1, 2, 3),
    cooldownMs: fc.constantFrom(10, 20, 30),
    cooldownMaxMs: fc.constantFrom(30, 50, 90),
    probeTimeoutMs: delays,
    drainMs: delays,
    terminateMs: delays,
    stdinGraceMs: delays,
    termGraceMs: delays,
  },
  { noNullPrototype: true },
);

/** E3: each must be refused whole. */
const badPolicies = [
  { jitter: 2 },
  { baseDelayMs: -1, reconnectRetries: 0 },
  { parkedProbeMs: true, flapBudget: 0 },
  { unheardOf: 1 },
  { cooldownMs: 500, cooldownMaxMs: 400 },
] as unknown as readonly PolicyPatch[];

/** One to three keys of a policy; drawn once, since a whole policy for each event is slow. */
const someKeys = fc.sample(fc.tuple(policies, fc.nat(21), fc.nat(2)), { seed: 1, numRuns: 300 });

/** What is laid over the policy of a running server. */
export const laidPolicies: fc.Arbitrary<PolicyPatch> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...someKeys.map(([whole, from, more]) =>
        Object.fromEntries(Object.entries(whole).slice(from, from + 1 + more)),
      ),
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...badPolicies) },
);

const failures = fc.record(
  {
    kind: fc.constantFrom('transient', 'transient', 'transient', 'permanent', 'auth'),
    code: fc.constantFrom('REFUSED', 'TIMED_OUT'),
    message: fc.constant('It failed.'),
    retryAfterMs: fc.constantFrom(0, 16, 45, 1_000),
  },
  { requiredKeys: ['kind', 'code', 'message'], noNullPrototype: true },
);
const losses = fc.record(
  {
    kind: fc.constantFrom('lost', 'lost', 'sessionExpired', 'auth'),
    code: fc.constantFrom('EXITED', 'RESET'),
    message: fc.constant('It ended.'),
  },
  { noNullPrototype: true },
);

/** What a link may report, at the right time or not. */
export const facts = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ type: 'link.queued' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'link.granted' }) },
  { weight: 4, arbitrary: fc.constant({ type: 'link.opened', tools: 1 }) },
  { weight: 4, arbitrary: failures.map((failure) => ({ type: 'link.failed', failure })) },
  { weight: 3, arbitrary: losses.map((loss) => ({ type: 'link.lost', loss })) },
  { weight: 1, arbitrary: fc.constant({ type: 'link.proven' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'link.closed', killed: 0, left: 0 }) },
) as fc.Arbitrary<LinkEvent>;

const marks = fc.constantFrom(undefined, false, true);

/** What the caller side may tell of a call's end. */
export const verdicts = fc.oneof(
  {
    weight: 2,
    arbitrary: marks.map((probe) => ({ type: 'call.succeeded', ...given({ probe }) })),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.constantFrom('transport', 'protocol', 'timeout', 'overload'),
        marks,
        marks,
        fc.constantFrom(undefined, undefined, false, true),
      )
      .map(([kind, probe, linkIdle, rateTripped]) => ({
        type: 'call.failed',
        failure: { kind },
        ...given({ probe, linkIdle, rateTripped }),
      })),
  },
) as fc.Arbitrary<ServerEvent>;

/** B4: the half-open slot, taken for any time that a host may name, and given back. */
export const slots = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'call.probe' as const }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(0, 25, -1, 2 ** 40, NaN)
      .map((timeoutMs) => ({ type: 'call.probe' as const, timeoutMs })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'call.probeCancelled' as const }) },
);

function given(all: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
