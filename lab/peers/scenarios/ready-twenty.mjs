import { measure } from '../rig/measure.mjs';
import { fixture } from '../rig/server-specs.mjs';
import { openOnly } from './only-server.mjs';

const SERVERS = 20;

export const readyTwenty = {
  name: 'ready-20',
  boundMs: 120_000,
  alone: true,
  rows: {
    'ready-20': { title: `${SERVERS} stdio servers connected and listed`, unit: 'ms' },
  },
  async run({ peer, folder }) {
    const spec = fixture(folder, 'echo-server.mjs');
    // The first one pays for loading the package.
    const warmUp = await openOnly(peer, spec);
    await warmUp.close();
    const specs = Object.fromEntries(
      Array.from({ length: SERVERS }, (_, number) => [`server-${number}`, spec]),
    );
    const startedAt = performance.now();
    await peer.open(specs);
    return { 'ready-20': measure(0, '', performance.now() - startedAt) };
  },
};
