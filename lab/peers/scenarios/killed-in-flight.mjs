import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, HANG_MS, saysMayHaveRun } from '../rig/attempt.mjs';
import { killServer } from '../rig/kill-server.mjs';
import { hangs, measure, NEVER } from '../rig/measure.mjs';
import { fixture, withHelper } from '../rig/server-specs.mjs';
import { until } from '../rig/waiting.mjs';
import { openOnly } from './only-server.mjs';

export const killedInFlight = scenario('in-flight', '', (folder) =>
  fixture(folder, 'echo-server.mjs'),
);
export const killedInFlightWithHelper = scenario(
  'in-flight-helper',
  ', while a helper process holds stdout',
  (folder) => withHelper(folder, 'polite'),
);

function scenario(name, circumstance, specIn) {
  return {
    name,
    boundMs: 60_000,
    rows: {
      [name]: {
        title: `Server killed under a call that writes${circumstance}: what the caller is told, and when`,
        unit: 'ms',
        why: 'The exit is waited for and what the server wrote last is read, so that an answer that was written just before counts (L2), and the machine moves before the call is settled. That took these milliseconds on a machine this busy.',
      },
    },
    run: async ({ peer, folder }) => ({
      [name]: await killUnderCall(peer, folder, specIn(folder)),
    }),
  };
}

/** The tool leaves its effect, and does not answer. */
async function killUnderCall(peer, folder, spec) {
  const client = await openOnly(peer, spec);
  const file = join(folder, 'effects');
  const calling = client.call('write-effect', { file, then: 'hang' });
  // Looked at below; it may well fail before.
  calling.catch(() => undefined);
  await until(() => existsSync(file));
  const diedAt = await killServer(folder);
  const { kind, error } = await attempt(() => calling);
  const tookMs = performance.now() - diedAt;
  const runs = readFileSync(file, 'utf8').trim().split('\n').length;
  const ran = runs === 1 ? '' : `, run ${runs} times`;
  if (kind === 'hung') return { ...hangs(HANG_MS), label: `hang > ${HANG_MS / 1_000} s${ran}` };
  if (kind === 'answered' || runs > 1) return measure(NEVER, `${kind}${ran}`, tookMs);
  return saysMayHaveRun(error)
    ? measure(0, 'error: may have run', tookMs)
    : measure(1, 'error', tookMs);
}
