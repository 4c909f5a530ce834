import { setFlagsFromString } from 'node:v8';
import { startHttpServer } from '../../../bench/peers.ts';
import { all, none, type Bound } from '../bound.ts';
import { firstHoldings, leftovers } from '../leftovers.ts';
import type { StressOptions } from '../options.ts';
import { recordedFleet } from '../recorded-fleet.ts';
import { waitForAll } from '../wait-for-all.ts';
import { startFaults } from './faults.ts';
import { judgeSamples } from './judge-samples.ts';
import { openSamples, readSamples } from './samples.ts';
import { soakServers } from './servers.ts';
import { startWork } from './work.ts';

const RECOVERY_MS = 330_000;

/** A long life with a fault each second: nothing grows. */
export async function runSoak(
  options: StressOptions,
  tell: (line: string) => void,
): Promise<readonly Bound[]> {
  if (options.judge) return judgeSamples(readSamples(options.samples));
  countNoCompiledCode();
  const warnings: string[] = [];
  process.on('warning', ({ message }) => warnings.push(message));
  const before = await firstHoldings();
  const http = await startHttpServer();
  const fleet = await recordedFleet((folder) => ({
    servers: soakServers(options.servers, http.url, folder),
  }));
  const { supervisor } = fleet;
  await supervisor.start();
  const servers = supervisor.status().servers.map(({ server }) => server);
  const work = startWork(supervisor, servers, options.seed);
  const faults = startFaults(supervisor, http, options.seed);
  const samples = openSamples(options.samples, () => ({
    calls: work.settled,
    faults: faults.count,
  }));
  await sampleFor(options.minutes * 60_000, () => tell(samples.take()));
  await faults.end();
  await work.end();
  const ready = await waitForAll(supervisor, servers, RECOVERY_MS);
  tell(`outcomes: ${work.outcomes()}; faults: ${faults.kinds()}`);
  const atEnd = await fleet.end();
  await http.kill();
  return [
    ...judgeSamples(samples.taken),
    all('servers ready in the end', ready, servers.length),
    none('calls that never settled', work.unsettled > 0 ? [`${work.unsettled}`] : []),
    none('warnings, such as of listeners that pile up', warnings),
    await leftovers(before),
    ...atEnd,
  ];
}

/**
 * V8 keeps what it learns of code in the heap: it optimizes for hours, gives up and optimizes again, which
 * looks like a leak of some MB an hour. So it learns all of a function at its first call, and optimizes none.
 */
function countNoCompiledCode(): void {
  for (const flag of ['--no-opt', '--no-lazy-feedback-allocation', '--no-flush-bytecode'])
    setFlagsFromString(flag);
}

const MOST_SAMPLES = 240;
const CLOSEST_MS = 2_000;

async function sampleFor(lastsMs: number, take: () => void): Promise<void> {
  const everyMs = Math.max(CLOSEST_MS, lastsMs / MOST_SAMPLES);
  const end = performance.now() + lastsMs;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    take();
  }
}
