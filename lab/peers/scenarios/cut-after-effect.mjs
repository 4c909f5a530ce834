import { attempt, HANG_MS, saysMayHaveRun } from '../rig/attempt.mjs';
import { startHttpServer } from '../rig/http-server.mjs';
import { hangs, measure } from '../rig/measure.mjs';
import { pause } from '../rig/waiting.mjs';
import { openOnly } from './only-server.mjs';

/** For a client that sends again later. */
const AFTERWARDS_MS = 3_000;

export const cutAfterEffect = {
  name: 'cut-after-effect',
  boundMs: 60_000,
  rows: {
    'cut-after-effect': {
      title:
        'Connection cut after a tool has written: what the caller is told, and how often it ran',
    },
  },
  async run({ peer, folder }) {
    const server = await startHttpServer(folder);
    const client = await openOnly(peer, { url: server.url });
    await server.control('fail', 'tools/call:effect', { kind: 'reset', afterRun: true }, 1);
    const outcome = await attempt(() => client.call('effect'));
    await pause(AFTERWARDS_MS);
    const { effects } = await server.control();
    return { 'cut-after-effect': judge(outcome, effects) };
  },
};

/** A tool that ran twice and is reported as one is the worst that can be told. */
function judge({ kind, error }, effects) {
  const ran = effects === 1 ? 'ran once' : `ran ${effects} times`;
  if (kind === 'hung') return hangs(HANG_MS);
  if (effects !== 1) return measure(5, `${kind === 'answered' ? '“ok”' : 'error'}, ${ran}`);
  if (kind === 'answered') return measure(4, `“ok”, ${ran}`);
  return saysMayHaveRun(error)
    ? measure(0, `error: may have run; ${ran}`)
    : measure(1, `error; ${ran}`);
}
