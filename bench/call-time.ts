import { withBoth, type Caller } from './clients.ts';
import type { Figure, Row } from './figure.ts';
import { stdioServer, withHttpServer, type Program } from './peers.ts';
import { compare, median, percentile, showRatio } from './rounds.ts';

const AT_ONCE = 32;

const MOST = { stdio: 1, HTTP: 0.65 } as const;

/** Calls that make up one round: a moment, so that neighbours in time meet the same machine. */
const CALLS = 640;

/** Over stdio both take what the pipes take, and it needs more rounds to tell them apart. */
const ROUNDS = { stdio: 101, HTTP: 9 } as const;

/**
 * What a call through a supervisor takes, arguments checked, against a bare SDK client. Over stdio
 * each has a process of the same program, over HTTP both speak to the same process.
 */
export const callTime: Figure = {
  name: 'call-time',
  async measure() {
    const stdio = await measureOver('stdio', stdioServer('echo-server.mjs'));
    const http = await withHttpServer(({ url }) => measureOver('HTTP', url));
    return [...stdio, ...http];
  },
};

function measureOver(transport: 'stdio' | 'HTTP', to: Program | string): Promise<Row[]> {
  return withBoth(to, async (ours, theirs) => {
    const rows: Row[] = [];
    for (const atOnce of [1, AT_ONCE]) {
      const { ratios, ...p50 } = await compare(
        () => medianTimeOf(ours, atOnce),
        () => medianTimeOf(theirs, atOnce),
        ROUNDS[transport],
      );
      const how = atOnce === 1 ? 'sequential' : `${atOnce} at once`;
      const times = `${p50.ours.toFixed(3)} against ${p50.theirs.toFixed(3)} ms`;
      rows.push({
        figure: `call time over ${transport}, ${how}, p50, holdfast ÷ bare SDK`,
        measured: `${showRatio(ratios)}, ${times}`,
        mustReach: `≤ ${MOST[transport].toFixed(2)}×`,
        met: median(ratios) <= MOST[transport],
      });
    }
    return rows;
  });
}

/** Median time of a call in a round in which `atOnce` callers each wait for their own answer. */
async function medianTimeOf(caller: Caller, atOnce: number): Promise<number> {
  const times: number[] = [];
  const keepCalling = async (): Promise<void> => {
    for (let left = CALLS / atOnce; left > 0; left -= 1) {
      const startedAt = performance.now();
      await caller.call('echo', { text: `call ${left}` });
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, keepCalling));
  return percentile(times, 0.5);
}
