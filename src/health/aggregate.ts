import type { FleetHealth, ServerStatus } from './status.ts';

/** H4: one word for the fleet. A disabled server is nobody's concern. */
export function aggregateHealth(
  servers: readonly Pick<ServerStatus, 'state' | 'required'>[],
): FleetHealth {
  const enabled = servers.filter(({ state }) => state !== 'disabled');
  if (enabled.some(({ state, required }) => required && state === 'parked')) return 'failed';
  return enabled.every(({ state }) => state === 'ready') ? 'ready' : 'degraded';
}
