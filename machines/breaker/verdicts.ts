import type { ServerContext } from '../context.ts';
import type { ChartEvent } from '../events.ts';

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
  const asked = event.type === 'call.probe' ? event.timeoutMs : undefined;
  return { breaker: { ...breaker, probeMs: asked ?? policy.probeTimeoutMs } };
}
