import type { ServerContext } from './context.ts';
import { mergePolicy, type Policy } from './policy.ts';
import { PolicyError } from './policy-error.ts';

/** Why a policy cannot be applied, or undefined if it can (E3). */
export function refusedPolicy(
  base: Policy,
  patch: Partial<Policy> | undefined,
): string | undefined {
  try {
    mergePolicy(base, patch);
    return undefined;
  } catch (error) {
    if (error instanceof PolicyError) return error.message;
    throw error;
  }
}

/** F4: applies from the next timer on. */
export function configure(
  context: ServerContext,
  patch: Partial<Policy> | undefined,
): Partial<ServerContext> {
  const policy = mergePolicy(context.policy, patch);
  return {
    policy,
    breaker: { ...context.breaker, cooldownMs: carriedCooldown(context, policy) },
  };
}

/** A cooldown at its old base follows the new base; a lengthened one stays within the new bounds. */
function carriedCooldown({ breaker, policy }: ServerContext, next: Policy): number {
  if (breaker.cooldownMs === policy.cooldownMs) return next.cooldownMs;
  return Math.min(Math.max(breaker.cooldownMs, next.cooldownMs), next.cooldownMaxMs);
}
