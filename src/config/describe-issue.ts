import type * as z from 'zod/mini';
import { hintAt } from '../../machines/nearest-name.ts';

/** One reason why an entry was refused. */
export interface EntryIssue {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Says where a value is wrong, what it is and what is allowed there (E3). Text is never shown,
 * only its kind: an argument, a header or a variable may hold a secret.
 */
export function describeIssue(
  issue: z.core.$ZodIssue,
  value: unknown,
  known: readonly string[],
): EntryIssue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key, known) }));
  if (issue.code === 'too_small') return [{ path, message: 'must not be empty' }];
  const given = valueAt(value, path);
  // A choice from a fixed list is no secret, and the slip is best seen.
  const shown = issue.code === 'invalid_value' ? shortText(given) : kindOf(given);
  return [{ path, message: `${allowed(issue)}, not ${shown}` }];
}

/** All reasons in one line, each with its full path. */
export function listIssues(owner: string, issues: readonly EntryIssue[]): string {
  return issues.map(({ path, message }) => `${[owner, ...path].join('.')}: ${message}`).join('; ');
}

export function unknownKey(key: string, known: readonly string[]): string {
  return `unknown key; ${hintAt(key, known)}`;
}

/** What a value is, without showing text. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'left out';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return value === null ? 'null' : 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}

function shortText(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kindOf(value);
}

function allowed(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return `must be ${kinds[issue.expected] ?? `a ${issue.expected}`}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  return issue.message;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, key) =>
      typeof part === 'object' && part !== null
        ? (part as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}
