import { resolve } from 'node:path';
import { withBoth, type Caller } from './clients.ts';
import type { Figure } from './figure.ts';
import { stdioServer } from './peers.ts';
import { compare, median, showRatio } from './rounds.ts';

const BYTES = 5_000_000;
const LEAST = 5;
/** Large blocks of memory are now cheap and now dear to get, for either side. */
const ROUNDS = 25;

const server = resolve('bench/servers/ready-answer.mjs');

/**
 * L3: reading is linear in the size of a message; the SDK's own buffer is not. The server has its
 * answer ready, since what it takes to make one would be the same on both sides of the ratio.
 */
export const largeResult: Figure = {
  name: 'large-result',
  measure: () =>
    withBoth(stdioServer(server), async (ours, theirs) => {
      const times = await compare(
        () => timeOfLarge(ours),
        () => timeOfLarge(theirs),
        ROUNDS,
      );
      const gains = times.ratios.map((ratio) => 1 / ratio);
      const shown = `${times.theirs.toFixed(0)} against ${times.ours.toFixed(0)} ms`;
      return [
        {
          figure: 'one 5 MB tool result over stdio, bare SDK ÷ holdfast',
          measured: `${showRatio(gains, 1)}, ${shown}`,
          mustReach: `≥ ${LEAST}×`,
          met: median(gains) >= LEAST,
        },
      ];
    }),
};

async function timeOfLarge(caller: Caller): Promise<number> {
  const startedAt = performance.now();
  await caller.call('big', { bytes: BYTES });
  return performance.now() - startedAt;
}
