import { startHttpServer } from '../rig/http-server.mjs';
import { measure } from '../rig/measure.mjs';
import { fixture, inOwnSession } from '../rig/server-specs.mjs';
import { median, percentile } from '../rig/statistics.mjs';
import { peer as sdk } from '../clients/sdk.mjs';
import { echo, openOnly } from './only-server.mjs';

const ROUNDS = 11;
/** Calls of a round; a call over HTTP takes some ten times as long. */
const CALLS = { stdio: 160, HTTP: 32 };
const WAYS = { sequential: 1, '32 at once': 32 };

export const overStdio = scenario('overhead-stdio', 'stdio', async (folder) => (peer) => {
  const spec = fixture(folder, 'echo-server.mjs');
  return peer.ownSessions ? spec : inOwnSession(spec);
});
export const overHttp = scenario('overhead-http', 'HTTP', async (folder) => {
  const { url } = await startHttpServer(folder);
  return () => ({ url });
});

function scenario(name, transport, prepare) {
  const rows = Object.fromEntries(
    Object.keys(WAYS).map((way) => [
      `${name}-${WAYS[way]}`,
      {
        title: `Time of a call over ${transport}, ${way}, as a multiple of the bare SDK’s`,
        unit: '×',
        referenceOnly: true,
      },
    ]),
  );
  return {
    name,
    boundMs: 180_000,
    alone: true,
    rows,
    async run({ peer, folder }) {
      const specFor = await prepare(folder);
      const theirs = await openOnly(sdk, await specFor(sdk));
      const ours = peer.name === sdk.name ? theirs : await openOnly(peer, await specFor(peer));
      const found = {};
      for (const atOnce of Object.values(WAYS))
        found[`${name}-${atOnce}`] = measure(
          0,
          '',
          await ratioOf(ours, theirs, { atOnce, calls: CALLS[transport] }),
        );
      return found;
    },
  };
}

/** In turns, so that a busy moment meets both, after one round each that only warms up. */
async function ratioOf(ours, theirs, round) {
  const ratios = [];
  for (let number = 0; number <= ROUNDS; number += 1) {
    const theirTime = await timeOfCall(theirs, round);
    const ourTime = await timeOfCall(ours, round);
    if (number > 0) ratios.push(ourTime / theirTime);
  }
  return median(ratios);
}

async function timeOfCall(client, { atOnce, calls }) {
  globalThis.gc?.();
  const times = [];
  const keepCalling = async () => {
    for (let left = calls / atOnce; left > 0; left -= 1) {
      const startedAt = performance.now();
      await echo(client);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, keepCalling));
  return percentile(times, 0.5);
}
