import { attempt } from '../rig/attempt.mjs';
import { startHttpServer } from '../rig/http-server.mjs';
import { measure, NEVER } from '../rig/measure.mjs';
import { pause } from '../rig/waiting.mjs';
import { echo, openOnly } from './only-server.mjs';

const OUTAGE_MS = 3_000;
/** Each run ends its outage at another moment between two calls, so that none has luck. */
const SHIFT_MS = 200;
/** A host whose model calls again a second after a call that failed. */
const BETWEEN_MS = 1_000;
const PATIENCE_MS = 12_000;

export const outage = {
  name: 'outage',
  boundMs: 60_000,
  rows: {
    outage: {
      title:
        'HTTP server away for 3 s, sessions lost, a call each second: from its return to the first answer',
      unit: 'ms',
    },
  },
  async run({ peer, folder, run }) {
    const server = await startHttpServer(folder);
    const client = await openOnly(peer, { url: server.url });
    await echo(client);
    await server.kill();
    const keptCalling = new AbortController();
    const answered = keepCalling(client, keptCalling.signal);
    await pause(OUTAGE_MS + SHIFT_MS * run);
    await startHttpServer(folder, server.port);
    const backAt = performance.now();
    const timer = setTimeout(() => keptCalling.abort(), PATIENCE_MS);
    const answeredAt = await answered;
    clearTimeout(timer);
    if (answeredAt === undefined)
      return { outage: measure(NEVER, `never (${PATIENCE_MS / 1e3} s)`) };
    return { outage: measure(0, 'back', Math.max(0, answeredAt - backAt)) };
  },
};

/** @returns {Promise<number | undefined>} when a call was first answered */
async function keepCalling(client, signal) {
  while (!signal.aborted) {
    const { kind } = await attempt(() => echo(client));
    if (kind === 'answered') return performance.now();
    await pause(BETWEEN_MS);
  }
  return undefined;
}
