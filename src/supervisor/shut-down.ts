import type { Clock } from '../clock.ts';
import type { SupervisedServer } from '../server/supervised-server.ts';
import type { Fleet } from './fleet.ts';
import type { ShutdownReport } from './supervisor.ts';

/** S3: this long before the bound, whatever is left is forced. */
const FORCE_MARGIN_MS = 1_000;

/** Ends servers in parallel and within the fleet's bound, and says what it took (S1–S4). */
export async function shutDown(
  fleet: Fleet,
  servers: readonly SupervisedServer[],
  force: boolean,
): Promise<ShutdownReport> {
  const { clock, policy, ends } = fleet;
  const startedAt = clock.now();
  for (const server of servers) server.shutDown(force);
  const forceTimer = clock.setTimeout(
    () => {
      for (const server of servers) server.shutDown(true);
    },
    Math.max(0, policy.shutdownTimeoutMs - FORCE_MARGIN_MS),
  );
  const all = Promise.all(servers.map((server) => endOf(server, fleet)));
  const settled = await withinBound(all, policy.shutdownTimeoutMs, clock);
  clock.clearTimeout(forceTimer);
  // What was still being cleaned up at the bound counts as left.
  const entries = servers.map((server, index) => {
    const busy = ends.isBusy(server.name) ? 1 : 0;
    return [server.name, settled?.[index] ?? { killed: 0, left: busy }] as const;
  });
  const results = entries.map(([, end]) => end);
  return {
    servers: Object.fromEntries(entries),
    killed: results.reduce((sum, { killed }) => sum + killed, 0),
    left: results.reduce((sum, { left }) => sum + left, 0),
    tookMs: Math.round(clock.now() - startedAt),
  };
}

/** S2: the machine's own end, and the clean-up of links it had stopped before. */
async function endOf(server: SupervisedServer, fleet: Fleet) {
  const { killed, left } = await server.finished;
  const leftEarlier = await fleet.ends.settle(server.name);
  return { killed, left: Math.max(left, leftEarlier.length) };
}

function withinBound<Result>(
  work: Promise<Result>,
  boundMs: number,
  clock: Clock,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => resolve(undefined), boundMs);
    work.then(resolve, reject).finally(() => clock.clearTimeout(timer));
  });
}
