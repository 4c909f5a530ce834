import { HoldfastError } from '../errors/holdfast-error.ts';
import { describeError } from '../health/describe-event.ts';
import type { SupervisedServer } from '../server/supervised-server.ts';
import type { Fleet } from './fleet.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Starts the fleet and waits until each server is ready or parked, or time is over (F5).
 * @throws HoldfastError `CONNECT_FAILED` naming each required server that is not ready, and why.
 */
export async function startUp(fleet: Fleet): Promise<void> {
  fleet.start();
  const { policy, clock } = fleet;
  const servers = fleet.servers();
  const settled = (server: SupervisedServer) => () => isSettled(server);
  await Promise.all(
    servers.map((server) => waitUntil(server, settled(server), policy.startTimeoutMs, clock)),
  );
  const missing = servers.filter((server) => server.entry.required === true && !isReady(server));
  if (missing.length > 0) throw missingServers(missing);
}

function isReady(server: SupervisedServer): boolean {
  return server.state().connection === 'ready';
}

function isSettled(server: SupervisedServer): boolean {
  const { connection } = server.state();
  return connection === 'ready' || connection === 'parked' || connection === 'shutdown';
}

function missingServers(servers: readonly SupervisedServer[]): HoldfastError {
  const reasons = servers.map((server) => {
    const { connection, lastError } = server.state();
    return `${server.name} is ${connection}${lastError ? ` (${describeError(lastError)})` : ''}`;
  });
  return new HoldfastError(
    'CONNECT_FAILED',
    `required servers are not ready: ${reasons.join('; ')}`,
    {
      server: servers[0]?.name,
      advice: 'Ask explain() what each needs. The other servers go on, and these are kept trying.',
    },
  );
}
