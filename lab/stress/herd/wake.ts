import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultFleetPolicy } from '../../../machines/index.ts';
import { systemClock } from '../../../src/clock.ts';
import type { Supervisor } from '../../../src/index.ts';
import { startFaultServer, type FaultServer } from '../../../test/fixtures/http/fault-server.mjs';
import { faults } from '../../../test/fixtures/http/faults.mjs';
import { all, atMost, type Bound } from '../bound.ts';
import { readNotes } from '../notes.ts';
import { recordedFleet } from '../recorded-fleet.ts';
import { scheduledEntry } from '../scheduled-entry.ts';
import { waitForAll } from '../wait-for-all.ts';
import { mostAtOnce, startsOf, type Start } from './starts.ts';

const OF_EACH = 15;
const SLEPT_MS = 3_600_000;
/** All of them wait when the lid is opened. */
const DELAY_MS = 25_000;
const BOUND_MS = 120_000;
const policy = { baseDelayMs: DELAY_MS, maxDelayMs: DELAY_MS };

/** F3: thirty servers whose waits have all ended while the machine slept. */
export async function wakeTogether(tell: (line: string) => void): Promise<readonly Bound[]> {
  const http = await startFaultServer();
  http.fail('initialize', faults.status(500));
  const names = (kind: string) => Array.from({ length: OF_EACH }, (_, index) => `${kind}-${index}`);
  const servers = [...names('stdio'), ...names('http')];
  const lid = { sleptMs: 0 };
  const clock = { ...systemClock, wall: () => Date.now() + lid.sleptMs };
  const fleet = await recordedFleet(async (folder) => {
    await writeFile(join(folder, 'mode'), 'refuse');
    const stdio = names('stdio').map((name) => [name, scheduledEntry(folder, name)]);
    const remote = names('http').map((name) => [name, { url: `${http.url.href}?${name}` }]);
    return { clock, random: () => 0, policy, servers: Object.fromEntries([...stdio, ...remote]) };
  });
  const { supervisor, folder } = fleet;
  const started = supervisor.start();
  const waiting = await waitForWaits(supervisor);
  await writeFile(join(folder, 'mode'), 'answer');
  http.heal();
  const causes: string[] = [];
  supervisor.on('server.attempting', ({ cause }) => causes.push(cause));
  const [openedAt, dialled] = [Date.now(), http.requests.length];
  lid.sleptMs = SLEPT_MS;
  const ready = await waitForAll(supervisor, servers, BOUND_MS);
  await started;
  const starts = startsOf(readNotes(folder)).filter(({ fromMs }) => fromMs >= openedAt);
  const dials = dialsOf(http, dialled);
  tell(
    `woken: ${starts.length} starts, ${dials.length} dials, all ready after ${((Date.now() - openedAt) / 1_000).toFixed(1)} s`,
  );
  const atEnd = await fleet.end();
  await http.close();
  return [
    all('servers that waited when the machine woke', waiting, servers.length),
    all(
      'attempts, all of them for the wake',
      causes.filter((cause) => cause === 'wake').length,
      servers.length,
    ),
    all(
      'servers ready after one attempt each',
      ready === servers.length ? starts.length + dials.length : ready,
      servers.length,
    ),
    atMost('starts at once', mostAtOnce(starts), defaultFleetPolicy.maxSpawns),
    atMost('dials at once', mostAtOnce(dials), defaultFleetPolicy.maxDials),
    ...atEnd,
  ];
}

async function waitForWaits(supervisor: Supervisor): Promise<number> {
  const deadline = performance.now() + DELAY_MS / 2;
  const count = () =>
    supervisor.status().servers.filter(({ nextAttemptAt }) => nextAttemptAt !== undefined).length;
  while (count() < 2 * OF_EACH && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return count();
}

/** A dial lasts from its handshake until its listing is asked for. */
function dialsOf(http: FaultServer, after: number): readonly Start[] {
  const seen = http.requests.slice(after);
  return seen
    .filter(({ rpc }) => rpc === 'initialize')
    .map(({ path, at }) => {
      const listing = seen.find((other) => other.path === path && other.rpc === 'tools/list');
      return { name: path, fromMs: at, toMs: listing?.at ?? Infinity };
    });
}
