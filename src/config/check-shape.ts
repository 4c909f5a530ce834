import type * as z from 'zod/mini';
import { configError } from './config-error.ts';
import { describeIssue, listIssues } from './describe-issue.ts';

/**
 * Holds what a host has given to a schema, whose keys are all that may be in it.
 * @param owner what its parts are told to be in.
 * @throws HoldfastError `CONFIG_INVALID` saying where and what is allowed there (E3).
 */
export function checkShape<Shape extends z.core.$ZodShape>(
  owner: string,
  given: unknown,
  schema: z.ZodMiniObject<Shape>,
): z.output<z.ZodMiniObject<Shape>> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const known = Object.keys(schema.shape);
  const issues = parsed.error.issues.flatMap((issue) => describeIssue(issue, given, known));
  throw configError(listIssues(owner, issues));
}
