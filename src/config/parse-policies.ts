import {
  defaultFleetPolicy,
  defaultPolicy,
  mergeFleetPolicy,
  mergePolicy,
  type FleetPolicy,
  type Policy,
} from '../../machines/policy.ts';
import { PolicyError } from '../../machines/policy-error.ts';
import { isObject } from '../is-object.ts';
import { configError } from './config-error.ts';
import { kindOf, listIssues, unknownKey, type EntryIssue } from './describe-issue.ts';

/** A checked policy, split by whom it concerns. Holds only the keys that were given. */
export interface Policies {
  readonly policy: Partial<Policy>;
  readonly fleet: Partial<FleetPolicy>;
}

const serverKeys = Object.keys(defaultPolicy);
const fleetKeys = Object.keys(defaultFleetPolicy);

/**
 * Checks the policy of a whole fleet, whose keys may be those of every server and the fleet's own
 * (E3). Keys left out stay left out, so that a caller can lay its own defaults below.
 * @throws HoldfastError `CONFIG_INVALID` naming each key, its value and what is allowed.
 */
export function parsePolicies(value: unknown = {}): Policies {
  const faults = findFleetPolicyFaults(value);
  if (faults.length > 0) throw configError(listIssues('policy', faults));
  const given = value as Record<string, unknown>;
  return { policy: pick(given, serverKeys), fleet: pick(given, fleetKeys) };
}

function findFleetPolicyFaults(value: unknown): EntryIssue[] {
  if (!isObject(value)) return [{ path: [], message: mustBeObject(value) }];
  const unknown = Object.keys(value).filter((key) => !isKnown(key));
  if (unknown.length > 0)
    return unknown.map((key) => ({
      path: [key],
      message: unknownKey(key, [...serverKeys, ...fleetKeys]),
    }));
  return [
    ...faultsOf(() => mergePolicy(defaultPolicy, pick(value, serverKeys))),
    ...faultsOf(() => mergeFleetPolicy(defaultFleetPolicy, pick(value, fleetKeys))),
  ];
}

/** What is wrong with one server's policy as it will be used: over `below`, the fleet's. */
export function findPolicyFaults(value: unknown, below: Partial<Policy>): EntryIssue[] {
  if (!isObject(value)) return [{ path: [], message: mustBeObject(value) }];
  const misplaced = Object.keys(value).filter((key) => fleetKeys.includes(key));
  if (misplaced.length > 0)
    return misplaced.map((key) => ({
      path: [key],
      message: 'limits the whole fleet; set it in the top-level policy',
    }));
  return faultsOf(() => mergePolicy(mergePolicy(defaultPolicy, below), value));
}

function mustBeObject(value: unknown): string {
  return `must be an object, not ${kindOf(value)}`;
}

function isKnown(key: string): boolean {
  return serverKeys.includes(key) || fleetKeys.includes(key);
}

function pick(given: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => keys.includes(key)));
}

function faultsOf(check: () => unknown): EntryIssue[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return error.issues.map(({ path, message }) => ({ path: [path], message }));
  }
}
