import { readFileSync } from 'node:fs';
import { attempt } from '../rig/attempt.mjs';
import { measure } from '../rig/measure.mjs';
import { recorded } from '../rig/processes.mjs';
import { fixture } from '../rig/server-specs.mjs';
import { pause } from '../rig/waiting.mjs';
import { echo, openOnly } from './only-server.mjs';

const MINUTE_MS = 60_000;
/** Long enough to be listed, so that every client takes it for a server that works. */
const LIFE_MS = 500;
/** A client that starts nothing for so long, while it is called each second, has given up. */
const QUIET_MS = 45_000;
const BETWEEN_MS = 1_000;
/** `getconf CLK_TCK` on every Linux that Node runs on. */
const TICK_MS = 10;

const why =
  'A client that has given up starts nothing any more, and stays without the server when it is mended. The price of few starts is that fewer calls are answered meanwhile: the delay grows to a minute (C5).';

export const exitLoop = {
  name: 'exit-loop',
  boundMs: 90_000,
  rows: {
    'exit-loop': {
      title:
        'Server that exits half a second after each handshake, a call each second: starts in a minute',
      unit: 'starts',
      why,
    },
    'exit-loop-cpu': {
      title: 'The same: processor time of the client and of the servers it started, in that minute',
      unit: 'ms',
      why,
    },
  },
  async run({ peer, folder }) {
    const before = cpuMs();
    const spec = fixture(folder, 'handshake-then-exit.mjs', 'initialized', String(LIFE_MS));
    const endAt = performance.now() + MINUTE_MS;
    let client;
    while (performance.now() < endAt) {
      // A host that could not connect connects again; one that could goes on with its client.
      if (client === undefined) client = (await attempt(() => openOnly(peer, spec))).value;
      else await attempt(() => echo(client));
      await pause(BETWEEN_MS);
    }
    const starts = recorded(folder);
    const outcome = gaveUp(starts) ? [1, 'gives up'] : [0, ''];
    return {
      'exit-loop': measure(...outcome, starts.length),
      'exit-loop-cpu': measure(...outcome, cpuMs() - before),
    };
  },
};

/** A client that has stopped trying has no loop to bound, and the fewest starts. */
function gaveUp(starts) {
  const [first, last] = [starts[0], starts.at(-1)];
  if (first === undefined) return true;
  return (Number(last.startedAt) - Number(first.startedAt)) * TICK_MS < MINUTE_MS - QUIET_MS;
}

/** Of this process and of all its children that have ended. */
function cpuMs() {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks * TICK_MS;
}
