import type { Policy } from '../../machines/policy.ts';
import { isObject } from '../is-object.ts';
import { configError } from './config-error.ts';
import { describeIssue, kindOf, listIssues, type EntryIssue } from './describe-issue.ts';
import { findLoginFaults } from './login-options.ts';
import { findPolicyFaults } from './parse-policies.ts';
import { httpEntrySchema, stdioEntrySchema, type ServerEntry } from './server-entry.ts';

/**
 * Checks one server's entry (E3). Unknown keys are refused; `fleetPolicy` is what the entry's own
 * policy will be laid over.
 * @throws HoldfastError `CONFIG_INVALID` naming each path and what is allowed there.
 */
export function parseServerEntry(
  name: string,
  value: unknown,
  fleetPolicy: Partial<Policy> = {},
): ServerEntry {
  const entry = withPlainUrl(value);
  const faults = findEntryFaults(name, entry, fleetPolicy);
  if (faults.length > 0) throw configError(listIssues(name, faults), { server: name });
  return entry as ServerEntry;
}

/** Text from here on: it can be compared, and nobody outside can change it. */
function withPlainUrl(value: unknown): unknown {
  return isObject(value) && value['url'] instanceof URL
    ? { ...value, url: value['url'].href }
    : value;
}

/** What is wrong with an entry; empty if it can be used. */
export function findEntryFaults(
  name: string,
  value: unknown,
  fleetPolicy: Partial<Policy>,
): EntryIssue[] {
  const faults = findShapeFaults(name, value);
  if (faults.length > 0) return faults;
  const { policy, auth } = (value ?? {}) as { policy?: unknown; auth?: unknown };
  return [
    ...(auth === undefined ? [] : below('auth', findLoginFaults(auth))),
    ...(policy === undefined ? [] : below('policy', findPolicyFaults(policy, fleetPolicy))),
  ];
}

function below(key: string, faults: readonly EntryIssue[]): EntryIssue[] {
  return faults.map(({ path, message }) => ({ path: [key, ...path], message }));
}

/** The keys an entry may have; the other kind's are named as such, not as unknown. */
export const entryKeys: readonly string[] = [
  ...new Set([...Object.keys(stdioEntrySchema.shape), ...Object.keys(httpEntrySchema.shape)]),
];

function findShapeFaults(name: unknown, value: unknown): EntryIssue[] {
  if (typeof name !== 'string' || name.trim() === '')
    return [{ path: [], message: 'a server needs a name' }];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ path: [], message: `must be an object, not ${kindOf(value)}` }];
  if ('command' in value && 'url' in value)
    return [{ path: [], message: 'has both command and url; keep one' }];
  if (!('command' in value || 'url' in value))
    return [{ path: [], message: 'needs a command or a url' }];
  const schema = 'command' in value ? stdioEntrySchema : httpEntrySchema;
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  const known = Object.keys(schema.shape);
  return parsed.error.issues
    .flatMap((issue) => describeIssue(issue, value, known))
    .map((issue) => ({ ...issue, message: betterMessage(issue, known) }));
}

/** Some unknown keys say what was meant, and by that what to do. */
function betterMessage(issue: EntryIssue, known: readonly string[]): string {
  if (isMisplaced(issue, known)) return misplaced(known);
  const isKind = issue.path.length === 1 && issue.path[0] === 'type';
  return isKind ? kindIsTold : issue.message;
}

// Hosts' files have it, and `loadConfig` understands it there.
const kindIsTold = 'unknown key; leave it out, or write transport for a server with a url';

/** A key of the other kind of server. */
function isMisplaced({ path: [key, ...rest] }: EntryIssue, known: readonly string[]): boolean {
  if (key === undefined || rest.length > 0) return false;
  return entryKeys.includes(key) && !known.includes(key);
}

function misplaced(known: readonly string[]): string {
  return `is only for a server with a ${known.includes('command') ? 'url' : 'command'}`;
}
