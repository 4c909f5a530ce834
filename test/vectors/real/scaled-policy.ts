import { defaultPolicy, mergePolicy, type Policy } from '../../../machines/policy.ts';
import type { TimeScale } from '../../../src/testing/vectors/duration.ts';
import { quietPolicy } from '../../../src/testing/vectors/quiet-policy.ts';
import type { Vector } from '../../../src/testing/vectors/vector.ts';

/** How much faster than written a case runs on real servers. */
const SCALE = 50;

/** Delays that every case may meet; all others are only scaled where a case speaks of them. */
const alwaysScaled = ['baseDelayMs', 'maxDelayMs'];

/**
 * A case's policy, as many times shorter as its written durations are. What bounds a real process
 * stays as long as it is, unless the case is about that bound: a busy machine is no rule.
 */
export function scaledPolicy({
  policy = {},
  steps,
}: Vector): TimeScale & { given: Partial<Policy> } {
  const whole = { ...defaultPolicy, ...policy } as Record<string, unknown>;
  const scaled = spokenOf(policy, JSON.stringify(steps)).flatMap((key) => {
    const value = whole[key];
    return typeof value === 'number' ? [[key, Math.max(10, Math.round(value / SCALE))]] : [];
  });
  const given = { ...quietPolicy, ...policy, ...Object.fromEntries(scaled) } as Partial<Policy>;
  return { policy: mergePolicy(defaultPolicy, given), scale: SCALE, given };
}

function spokenOf(policy: object, steps: string): string[] {
  const named = [...steps.matchAll(/"policy":"(\w+)"/g)].map(([, key]) => key ?? '');
  const byShortForm = steps.includes('"given":"stable"') ? ['stableAfterMs'] : [];
  const keys = [...Object.keys(policy), ...named, ...byShortForm, ...alwaysScaled];
  return [...new Set(keys)].filter((key) => key.endsWith('Ms'));
}
