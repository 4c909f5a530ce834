import { CONNECT_MS } from '../clients/limits.mjs';
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
  const opening = await attempt(() => openOnly(peer, spec), CONNECT_MS);
  if (opening.kind !== 'answered') return judge(opening, CONNECT_MS);
  for (let count = 0; count < CALLS; count += 1) {
    const outcome = await attempt(() => echo(opening.value));
    if (outcome.kind !== 'answered') return judge(outcome, HANG_MS);
  }
  return measure(0, 'answered');
}

function judge({ kind, error }, limitMs) {
  return kind === 'hung' ? hangs(limitMs) : fails(error);
}
