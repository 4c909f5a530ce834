import { defaultPolicy, mergePolicy, type Policy } from '../../machines/policy.ts';
import { isStdio, type ServerEntry } from '../config/server-entry.ts';

/** Over HTTP a dial costs little and an outage is often short (C5a, F2). */
const httpDefaults: Partial<Policy> = { eagerDials: 40, startBurst: 60, startsPerHour: 600 };

/**
 * The whole policy of one server: defaults, those of its transport, the fleet's, its own.
 * @throws PolicyError
 */
export function resolvePolicy(entry: ServerEntry, fleet: Partial<Policy>): Policy {
  const base = isStdio(entry) ? defaultPolicy : mergePolicy(defaultPolicy, httpDefaults);
  return mergePolicy(mergePolicy(base, fleet), entry.policy);
}
