import type { ServerContext } from '../context.ts';
import type { ChartEvent } from '../events.ts';
import { LONGEST_DELAY_MS } from '../policy.ts';

/** B1: one more failure in a row. */
export function countFailure({ breaker }: ServerContext): Partial<ServerContext> {
  return { breaker: { ...breaker, failures: breaker.failures + 1 } };
}

/** B5: a new session starts with no failures; the doubled cooldown stays. */
export function clearFailures({ breaker }: ServerContext): Partial<ServerContext> {
  return { breaker: { ...breaker, failures: 0 } };
}

/** B3: a successful call forgives both. */
export function forgive({ breaker, policy }: ServerContext): Partial<ServerContext> {
  return { breaker: { ...breaker, failures: 0, cooldownMs: policy.cooldownMs } };
}

/** B3: doubled by each failed probe, up to the maximum. */
export function lengthenCooldown({ breaker, policy }: ServerContext): Partial<ServerContext> {
  const cooldownMs = Math.min(breaker.cooldownMs * 2, policy.cooldownMaxMs);
  return { breaker: { ...breaker, cooldownMs } };
}

/** B4: the slot lasts as long as the call that takes it says, else `probeTimeoutMs`. */
export function takeProbeSlot(
  { breaker, policy }: ServerContext,
  event: ChartEvent,
): Partial<ServerContext> {
  const askedMs = event.type === 'call.probe' ? (event.timeoutMs ?? Number.NaN) : Number.NaN;
  // A timer longer than it can hold would fire at once.
  const probeMs = askedMs >= 0 ? Math.min(askedMs, LONGEST_DELAY_MS) : policy.probeTimeoutMs;
  return { breaker: { ...breaker, probeMs } };
}
