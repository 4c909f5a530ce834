import type * as z from 'zod/mini';
import { hintAt } from './nearest-name.ts';

/** One reason why a policy was refused: where, and what is allowed there. */
export interface PolicyIssue {
  readonly path: string;
  readonly message: string;
}

/** A policy that cannot be used (E3). Carries the code of the public error classes. */
export class PolicyError extends Error {
  readonly code = 'CONFIG_INVALID';
  readonly issues: readonly PolicyIssue[];
  constructor(issues: readonly PolicyIssue[]) {
    super(issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; '));
    this.name = 'PolicyError';
    this.issues = issues;
  }
}

/** The fields that a policy may have, by name; they say whether `false` is one of their values. */
export type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** What zod found wrong with `value`, in words for whoever wrote it. */
export function policyErrorOf(error: z.core.$ZodError, value: object, known: Fields): PolicyError {
  return new PolicyError(
    error.issues.flatMap((issue) => describeIssue(issue, value as Record<string, unknown>, known)),
  );
}

function describeIssue(
  issue: z.core.$ZodIssue,
  value: Record<string, unknown>,
  known: Fields,
): PolicyIssue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: key,
      message: `unknown key; ${hintAt(key, Object.keys(known))}`,
    }));
  const path = issue.path.join('.');
  if (issue.code === 'custom') return [{ path, message: issue.message }];
  const orFalse = known[path]?.safeParse(false).success === true ? ', or false' : '';
  return [{ path, message: `${allowed(issue)}${orFalse}, not ${show(value[path])}` }];
}

function allowed(issue: z.core.$ZodIssue): string {
  // A union here is a number or false; only the number's own complaint says anything.
  if (issue.code === 'invalid_union') {
    const first = issue.errors[0]?.[0];
    return first ? allowed(first) : 'must be a number';
  }
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_type')
    return issue.expected === 'int' ? 'must be a whole number' : `must be a ${issue.expected}`;
  return issue.message;
}

/** A value as an error may repeat it: policies hold no secrets, but nobody wants to read a story. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
