import type { Moment } from './describe-server.ts';
import type { ServerActivity } from './server-activity.ts';
import type { SupervisedServer } from './supervised-server.ts';

/**
 * What a server does now, for those who watch it.
 * @param server undefined for one that is disabled.
 */
export function describeActivity(
  name: string,
  server: SupervisedServer | undefined,
  { now, wall }: Moment,
): ServerActivity {
  const none = { used: 0, allowed: 0 };
  if (server === undefined)
    return { server: name, activeStates: [], retries: none, flaps: none, calls: [], latency: [] };
  const { retries, flaps, waitMs, cooldownMs, breaker } = server.state();
  const { flapBudget } = server.policy();
  const onWall = (at: number) => Math.round(wall + at - now);
  return {
    server: name,
    activeStates: server.activeStates(),
    retries: { used: retries, allowed: retriesAllowed(server) },
    flaps: { used: flaps, allowed: flapBudget },
    ...(waitMs !== undefined && { waitMs }),
    ...(breaker === 'open' && cooldownMs !== undefined && { cooldownMs }),
    calls: server.calls
      .ongoing()
      .map((call) => ({ ...call, submittedAt: onWall(call.submittedAt) })),
    latency: server.calls.latencyHistory().map((part) => ({ ...part, at: onWall(part.at) })),
  };
}

/** C3, C6: a server that was never ready has a budget of its own. */
function retriesAllowed(server: SupervisedServer): number {
  const { initialRetries, reconnectRetries } = server.policy();
  return server.state().generation === 0 ? initialRetries : reconnectRetries;
}
