import { attempt } from '../rig/attempt.mjs';
import { hangs, measure } from '../rig/measure.mjs';
import { living } from '../rig/processes.mjs';
import { withHelper } from '../rig/server-specs.mjs';
import { pause } from '../rig/waiting.mjs';
import { openOnly } from './only-server.mjs';

const LIMIT_MS = 15_000;
/** For what was told to end in the last moment. */
const AFTERWARDS_MS = 250;

export const closePolite = scenario('close-polite', 'polite', 'a polite server with a helper');
export const closeStubborn = scenario(
  'close-stubborn',
  'stubborn',
  'a server and its helper that obey nothing but SIGKILL',
);

function scenario(name, manner, what) {
  return {
    name,
    boundMs: 60_000,
    rows: {
      [name]: {
        title: `Close ${what}: what is left, and the time`,
        unit: 'ms',
        why: 'A server gets 2 s to end by itself and 2 s after SIGTERM, and the end is looked at before it is told (L4). The others do not look.',
      },
    },
    run: async ({ peer, folder }) => ({ [name]: await close(peer, folder, manner) }),
  };
}

async function close(peer, folder, manner) {
  const client = await openOnly(peer, withHelper(folder, manner));
  const { kind, tookMs } = await attempt(() => client.close(), LIMIT_MS);
  await pause(AFTERWARDS_MS);
  const left = living(folder);
  if (kind === 'hung') return hangs(LIMIT_MS);
  return measure(left.length, describe(left), tookMs);
}

function describe(left) {
  if (left.length === 0) return 'nothing left';
  const counts = new Map();
  for (const { role } of left) counts.set(role, (counts.get(role) ?? 0) + 1);
  const parts = [...counts].map(([role, count]) => (count === 1 ? role : `${count} ${role}s`));
  return `${parts.join(' and ')} left`;
}
