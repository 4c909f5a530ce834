import type { Policy } from '../policy.ts';

export type Random = () => number;

/** C5: jitter only shortens, so `maxDelayMs` is a true maximum; a hint only lengthens. */
export function backoffDelay(
  policy: Policy,
  step: number,
  random: Random,
  hintMs = 0,
): { readonly ms: number; readonly hinted: boolean } {
  const ceilingMs = Math.min(policy.maxDelayMs, policy.baseDelayMs * policy.factor ** step);
  const drawnMs = Math.round(ceilingMs * (1 - policy.jitter * random()));
  const boundHintMs = Math.min(Math.ceil(hintMs), policy.maxDelayMs);
  return boundHintMs > drawnMs ? { ms: boundHintMs, hinted: true } : { ms: drawnMs, hinted: false };
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
