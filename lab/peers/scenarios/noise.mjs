import { attempt, HANG_MS } from '../rig/attempt.mjs';
import { fails, hangs, measure } from '../rig/measure.mjs';
import { fixture } from '../rig/server-specs.mjs';
import { echo, openOnly } from './only-server.mjs';

const CALLS = 3;

export const stdoutNoise = scenario(
  'stdout-noise',
  'garbage.mjs',
  'Noise on stdout around every answer',
);
export const stderrFlood = scenario(
  'stderr-flood',
  'stderr-flood.mjs',
  '1 MiB on stderr at the start and before each answer',
);

function scenario(name, file, what) {
  return {
    name,
    boundMs: 60_000,
    rows: { [name]: { title: `${what}: ${CALLS} calls` } },
    run: async ({ peer, folder }) => ({ [name]: await work(peer, fixture(folder, file)) }),
  };
}

async function work(peer, spec) {
  const { kind, error } = await attempt(async () => {
    const client = await openOnly(peer, spec);
    for (let count = 0; count < CALLS; count += 1) await echo(client);
  });
  if (kind === 'hung') return hangs(HANG_MS);
  return kind === 'failed' ? fails(error) : measure(0, 'answered');
}
