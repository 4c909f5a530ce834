import { defaultPolicy, type Policy } from '../../../machines/policy.ts';
import type { PolicyPatch } from './line.ts';

/**
 * What a host asked a policy to be, as far as it can be one. A value that no policy takes becomes
 * null, and an unknown key `unknown`: the machine refuses both as it refused the real ones (E3).
 */
export function safePolicy(patch: unknown): PolicyPatch {
  if (typeof patch !== 'object' || patch === null) return { unknown: null };
  const entries = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([key, value]) => (key in defaultPolicy ? [key, safe(value)] : ['unknown', null])),
  );
}

function safe(value: unknown): number | false | null {
  return typeof value === 'number' || value === false ? value : null;
}

/** What differs from the defaults of every server. */
export function policyDifference(policy: Policy): PolicyPatch {
  const defaults: Readonly<Record<string, unknown>> = { ...defaultPolicy };
  return safePolicy(
    Object.fromEntries(Object.entries(policy).filter(([key, value]) => defaults[key] !== value)),
  );
}
