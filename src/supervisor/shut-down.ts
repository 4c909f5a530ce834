import type { SupervisedServer } from '../server/supervised-server.ts';
import type { Fleet } from './fleet.ts';
import type { ShutdownReport } from './supervisor.ts';

/** S3: this long before the bound, whatever is left is forced. */
const FORCE_MARGIN_MS = 1_000;

interface ServerEnd {
  readonly killed: number;
  readonly left: number;
}

/** Ends servers in parallel and within the fleet's bound, and says what it took (S1–S4). */
export async function shutDown(
  fleet: Fleet,
  servers: readonly SupervisedServer[],
  force: boolean,
): Promise<ShutdownReport> {
  const { clock } = fleet;
  const startedAt = clock.now();
  if (force) forceAll(fleet, servers);
  else for (const server of servers) server.shutDown(false);
  const ends = new Map<SupervisedServer, ServerEnd>();
  const all = servers.map(async (server) => {
    fleet.leaving.add(server);
    ends.set(server, await endOf(server, fleet));
    fleet.leaving.delete(server);
  });
  await withinBound(Promise.all(all), fleet, () => forceAll(fleet, servers));
  return report(fleet, servers, ends, clock.now() - startedAt);
}

/** S3: the machine closes its link with force; links that it had stopped before know no machine. */
function forceAll(fleet: Fleet, servers: readonly SupervisedServer[]): void {
  for (const server of servers) {
    server.shutDown(true);
    fleet.ends.force(server.name);
  }
}

/** S2: the machine's own end, and the clean-up of links it had stopped before. */
async function endOf(server: SupervisedServer, fleet: Fleet): Promise<ServerEnd> {
  const { killed } = await server.finished;
  // What the machine knew to be left is among these, and may be gone meanwhile.
  const earlier = await fleet.ends.settle(server.name);
  return { killed: killed + earlier.killed, left: earlier.left.length };
}

function report(
  { ends }: Fleet,
  servers: readonly SupervisedServer[],
  known: ReadonlyMap<SupervisedServer, ServerEnd>,
  tookMs: number,
): ShutdownReport {
  const entries = servers.map((server) => {
    // What was still being cleaned up at the bound counts as left.
    const left = ends.processIds(server.name).length;
    return [server.name, known.get(server) ?? { killed: 0, left }] as const;
  });
  const results = entries.map(([, end]) => end);
  return {
    servers: Object.fromEntries(entries),
    killed: results.reduce((sum, { killed }) => sum + killed, 0),
    left: results.reduce((sum, { left }) => sum + left, 0),
    tookMs: Math.round(tookMs),
  };
}

/** S3. The kill step gets its time also where a sleep has used up all of the bound (F3). */
function withinBound(work: Promise<unknown>, fleet: Fleet, force: () => void): Promise<void> {
  const { clock, policy } = fleet;
  const forcedMs = Math.min(FORCE_MARGIN_MS, policy.shutdownTimeoutMs);
  return new Promise((resolve, reject) => {
    let timer = clock.setTimeout(() => {
      force();
      timer = clock.setTimeout(resolve, forcedMs);
    }, policy.shutdownTimeoutMs - forcedMs);
    const end = () => {
      clock.clearTimeout(timer);
      resolve();
    };
    work.then(end, reject);
  });
}
