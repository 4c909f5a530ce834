import { isDeepStrictEqual } from 'node:util';
import type { Policy } from '../../machines/policy.ts';
import { PolicyError } from '../../machines/policy-error.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import type { Fleet } from './fleet.ts';

/**
 * Lays another policy below every server's own, and sets the fleet's limits (F4). A server for
 * which nothing changes hears nothing.
 * @throws HoldfastError `CONFIG_INVALID`; then nothing was changed.
 */
export function configureFleet(fleet: Fleet, given: unknown): void {
  fleet.setPolicies(given);
  for (const [name, { entry, server }] of fleet.members) {
    const policy = resolvable(fleet, entry);
    if (server === undefined || policy === undefined) continue;
    if (isDeepStrictEqual(policy, server.policy())) continue;
    if (fleet.isRunning) server.configure(policy);
    else fleet.put(name, entry);
  }
  fleet.gate.limitsChanged();
}

/** A server whose own policy contradicts the new one keeps what it had (E5). */
function resolvable(fleet: Fleet, entry: ServerEntry): Policy | undefined {
  try {
    return fleet.resolvePolicy(entry);
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}
