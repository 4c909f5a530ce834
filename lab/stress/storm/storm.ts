import { resolve } from 'node:path';
import type { SupervisorOptions } from '../../../src/index.ts';
import { all, type Bound } from '../bound.ts';
import { firstHoldings, leftovers } from '../leftovers.ts';
import type { StressOptions } from '../options.ts';
import { recordedFleet } from '../recorded-fleet.ts';
import { waitForAll } from '../wait-for-all.ts';
import { startCallers, type CallRecord } from './callers.ts';
import { judgeEffects, linesOf } from './effects.ts';
import { killAtRandom } from './killer.ts';

const CALLERS = 8;
const LIFE_MS = 7_200_000;
const RECOVERY_MS = 330_000;

/** With the defaults a hundred kills of one server in minutes would, rightly, not be answered. */
const raised = {
  baseDelayMs: 20,
  maxDelayMs: 500,
  parkedProbeMs: 1_000,
  wakeSpacingMs: 1_000,
  startBurst: 100_000,
  startsPerHour: 1_000_000,
} as const;

/** Servers that die all the time while callers work: nothing is lost, doubled or left over. */
export async function runStorm(
  options: StressOptions,
  tell: (line: string) => void,
): Promise<readonly Bound[]> {
  const policy = options.defaults ? {} : raised;
  tell(`policy: ${options.defaults ? 'the defaults' : JSON.stringify(policy)}`);
  const servers = Array.from({ length: options.servers }, (_, index) => `storm-${index + 1}`);
  const before = await firstHoldings();
  const fleet = await recordedFleet((folder) => ({ policy, servers: entries(servers, folder) }));
  const { supervisor, folder } = fleet;
  await supervisor.start();
  const beganAt = performance.now();
  const callers = startCallers(supervisor, servers, { seed: options.seed, callers: CALLERS });
  const everyMs = options.defaults ? 600 : 150;
  const killed = await killAtRandom({ ...options, folder, servers, everyMs, tell });
  const tookMs = performance.now() - beganAt;
  // A parked one comes back by its own probe at the latest (C8).
  const ready = await waitForAll(supervisor, servers, RECOVERY_MS);
  await callers.finish();
  tell(describe(callers.calls, killed, tookMs));
  const starts = servers.map((server) => linesOf(folder, server, 'starts').length);
  tell(`starts of each server: ${Math.min(...starts)} to ${Math.max(...starts)}`);
  const effects = judgeEffects(callers.calls, folder, servers);
  const atEnd = await fleet.end();
  return [
    all('kills', killed, options.kills),
    all('servers ready in the end', ready, servers.length),
    ...effects,
    await leftovers(before),
    ...atEnd,
  ];
}

function entries(
  servers: readonly string[],
  folder: string,
): SupervisorOptions['servers'] & object {
  const file = resolve('lab/stress/servers/effect-server.mjs');
  const env = { FIXTURE_LIFE_MS: String(LIFE_MS) };
  return Object.fromEntries(
    servers.map((name) => [name, { command: process.execPath, args: [file, folder, name], env }]),
  );
}

function describe(calls: readonly CallRecord[], killed: number, tookMs: number): string {
  const codes = new Map<string, number>();
  for (const { code } of calls) codes.set(code, (codes.get(code) ?? 0) + 1);
  const outcomes = [...codes].map(([code, count]) => `${count} ${code}`).join(', ');
  return `${killed} kills in ${(tookMs / 1_000).toFixed(0)} s under ${calls.length} calls: ${outcomes}`;
}
