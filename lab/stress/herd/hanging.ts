import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultFleetPolicy } from '../../../machines/index.ts';
import { atMost, type Bound } from '../bound.ts';
import { recordedFleet } from '../recorded-fleet.ts';
import { scheduledEntry } from '../scheduled-entry.ts';
import { waitForAll } from '../wait-for-all.ts';

const HEALTHY = 10;
const BOUND_MS = 120_000;
/** What two starts of the same ten may differ by on a busy machine. */
const NOISE_MS = 4_000;

/** F2: three servers that hang take every place at the gate, and no longer than a place is held. */
export async function startBesideHanging(tell: (line: string) => void): Promise<readonly Bound[]> {
  const alone = await start(0);
  const { maxSpawns, startSlotMs } = defaultFleetPolicy;
  const beside = await start(maxSpawns);
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  tell(
    `${HEALTHY} healthy ones ready: alone ${seconds(alone.tookMs)}, behind ${maxSpawns} that hang ${seconds(beside.tookMs)}`,
  );
  return [
    atMost(
      'ms by which three that hang delay the others',
      beside.tookMs - alone.tookMs,
      startSlotMs + NOISE_MS,
    ),
    ...alone.atEnd,
    ...beside.atEnd,
  ];
}

async function start(hanging: number): Promise<{ tookMs: number; atEnd: readonly Bound[] }> {
  const names = Array.from({ length: HEALTHY }, (_, index) => `healthy-${index}`);
  const fleet = await recordedFleet(async (folder) => {
    const hung = Array.from({ length: hanging }, (_, index) => `hanging-${index}`);
    await writeFile(join(folder, 'mode'), 'hang');
    // Each mode is read from the folder that a process is given.
    const healthy = await healthyFolder(folder);
    return {
      servers: Object.fromEntries([
        ...hung.map((name) => [name, scheduledEntry(folder, name)] as const),
        ...names.map((name) => [name, scheduledEntry(healthy, name)] as const),
      ]),
    };
  });
  const beganAt = performance.now();
  const started = fleet.supervisor.start();
  const ready = await waitForAll(fleet.supervisor, names, BOUND_MS);
  const tookMs = ready === HEALTHY ? performance.now() - beganAt : Infinity;
  const atEnd = await fleet.end();
  await started;
  return { tookMs, atEnd };
}

async function healthyFolder(folder: string): Promise<string> {
  const healthy = join(folder, 'healthy');
  await mkdir(healthy);
  await writeFile(join(healthy, 'mode'), 'answer');
  return healthy;
}
