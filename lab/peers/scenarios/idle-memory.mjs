import { memoryUsage } from 'node:process';
import { attempt } from '../rig/attempt.mjs';
import { measure } from '../rig/measure.mjs';
import { fixture } from '../rig/server-specs.mjs';
import { pause } from '../rig/waiting.mjs';

const SERVERS = 20;
/** So that what is loaded and compiled once is not counted as a server's: a fleet of eight leaves half of it to the next. */
const WARM_UP_FLEETS = 2;
/** C6a: the early ping of a new session is over by then. */
const SETTLE_MS = 1_500;

export const idleMemory = {
  name: 'memory-20',
  boundMs: 120_000,
  rows: {
    'memory-20': {
      title: `Memory of the client per idle stdio server, of ${SERVERS}`,
      unit: 'kB',
      why: 'What holdfast knows of a server has its weight: its machine, its timeline, its list of tools with their schemas and its counters. The thin wrappers keep none of it. A server over stdio takes some 40 MB itself.',
      referenceOnly: true,
    },
  },
  async run({ peer, folder }) {
    const spec = fixture(folder, 'echo-server.mjs');
    // Kept, so that the garbage collector cannot take what a host would hold.
    const held = [];
    for (let fleet = 0; fleet < WARM_UP_FLEETS; fleet += 1)
      held.push(await peer.open(fleetOf(spec, `warm-${fleet}`, SERVERS)));
    const before = await settledBytes();
    held.push(await peer.open(fleetOf(spec, 'counted', SERVERS)));
    const after = await settledBytes();
    for (const fleet of held) await attempt(() => fleet.close());
    return { 'memory-20': measure(0, '', (after - before) / SERVERS / 1_024) };
  },
};

function fleetOf(spec, prefix, size) {
  return Object.fromEntries(
    Array.from({ length: size }, (_, number) => [`${prefix}-${number}`, spec]),
  );
}

async function settledBytes() {
  await pause(SETTLE_MS);
  for (let times = 0; times < 4; times += 1) globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = memoryUsage();
  return heapUsed + external + arrayBuffers;
}
