import { z } from 'zod';
import type { Policy } from '../../../machines/policy.ts';

/** A value of the case's own policy, times a factor (1), plus milliseconds (0). */
const policyValueSchema = z.strictObject({
  policy: z.string(),
  times: z.number().optional(),
  plus: z.union([z.int(), z.string().regex(/^-?\d+(ms|s|m|h)$/)]).optional(),
});
type PolicyValue = z.output<typeof policyValueSchema>;

/** Milliseconds, `250ms`, `30s`, `5m`, `2h`, or a multiple of a policy value. */
export const durationSchema = z
  .union([z.int().min(0), z.string().regex(/^\d+(ms|s|m|h)$/), policyValueSchema])
  .meta({ id: 'duration' });
export type Duration = z.output<typeof durationSchema>;

/** What a case means by a moment, in one world: its policy, and how much faster than written it runs. */
export interface TimeScale {
  readonly policy: Policy;
  /** Written durations are divided by it; 1 but for real servers. */
  readonly scale: number;
}

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const;

/** @throws Error for a policy key that holds no number. */
export function milliseconds(duration: Duration, time: TimeScale): number {
  if (typeof duration === 'object') return policyMilliseconds(duration, time);
  return written(duration) / time.scale;
}

/** Replaces every `{ policy: … }` within a pattern by its value. */
export function resolved(pattern: unknown, time: TimeScale): unknown {
  if (isPolicyValue(pattern)) return policyMilliseconds(pattern, time);
  if (Array.isArray(pattern)) return pattern.map((each) => resolved(each, time));
  if (typeof pattern !== 'object' || pattern === null) return pattern;
  const entries = Object.entries(pattern);
  return Object.fromEntries(entries.map(([key, value]) => [key, resolved(value, time)]));
}

function policyMilliseconds({ policy: key, times = 1, plus = 0 }: PolicyValue, time: TimeScale) {
  const value = time.policy[key as keyof Policy];
  if (typeof value !== 'number') throw new Error(`The policy has no number called ${key}.`);
  return value * times + written(plus) / time.scale;
}

function written(duration: number | string): number {
  if (typeof duration === 'number') return duration;
  const [, count, unit] = /^(-?\d+)(ms|s|m|h)$/.exec(duration) ?? [];
  return Number(count) * units[unit as keyof typeof units];
}

function isPolicyValue(pattern: unknown): pattern is PolicyValue {
  return policyValueSchema.safeParse(pattern).success;
}
