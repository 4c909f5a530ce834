import type { Wait } from '../context.ts';
import type { Policy } from '../policy.ts';

export type Random = () => number;

/** C5: jitter only shortens, so `maxDelayMs` is a true maximum; a hint only lengthens. */
export function backoffDelay(policy: Policy, step: number, random: Random, hintMs = 0): Wait {
  const ceilingMs = Math.min(policy.maxDelayMs, policy.baseDelayMs * policy.factor ** step);
  const drawnMs = Math.round(ceilingMs * (1 - policy.jitter * random()));
  return lengthened({ ms: drawnMs, hinted: false }, hintMs, policy);
}

/** C5: what a server's hint makes of a wait. */
export function lengthened(wait: Wait, hintMs: number, policy: Policy): Wait {
  const boundMs = Math.min(Math.ceil(hintMs), policy.maxDelayMs);
  return boundMs > wait.ms ? { ms: boundMs, hinted: true } : wait;
}

/** C5: `step` stops where the ceiling reaches the maximum, so that it stays a small number. */
export function nextStep(policy: Policy, step: number): number {
  const grows = policy.factor > 1 && policy.baseDelayMs > 0;
  const capped = policy.baseDelayMs * policy.factor ** step >= policy.maxDelayMs;
  return grows && !capped ? step + 1 : step;
}

/** C8: servers that parked together must not wake together. */
export function probeDelay(policy: Policy, random: Random): number | undefined {
  if (policy.parkedProbeMs === false) return undefined;
  return Math.round(policy.parkedProbeMs * (1 - policy.parkedJitter * random()));
}
