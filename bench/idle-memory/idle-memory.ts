import { fork } from 'node:child_process';
import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Figure, Row } from '../figure.ts';
import { startHttpServer } from '../peers.ts';
import { median, repeat } from '../rounds.ts';
import type { Holding } from './hold.ts';

const FLEETS = [100, 1_000];
const MOST_KB = 60;
const ROUNDS = { 100: 7, 1_000: 3 } as Readonly<Record<number, number>>;

/** What supervising an idle server over HTTP costs beyond the SDK client that a host has anyway. */
export const idleMemory: Figure = {
  name: 'idle-memory',
  async measure() {
    const rows: Row[] = [];
    for (const servers of FLEETS) rows.push(await measureFleet(servers));
    return rows;
  },
};

async function measureFleet(servers: number): Promise<Row> {
  const bare: number[] = [];
  const differences = await repeat(async () => {
    // Side by side, since weight, unlike time, does not depend on who else is busy.
    const [theirs, ours] = await Promise.all([hold('bare', servers), hold('holdfast', servers)]);
    bare.push(theirs);
    return ours - theirs;
  }, ROUNDS[servers]);
  const beyond = median(differences);
  const range = `${Math.min(...differences).toFixed(1)}–${Math.max(...differences).toFixed(1)}`;
  return {
    figure: `memory per idle HTTP server beyond the bare SDK client, ${servers} servers`,
    measured: `${beyond.toFixed(1)} kB (${range}), the client ${median(bare).toFixed(1)} kB`,
    mustReach: `≤ ${MOST_KB} kB`,
    met: beyond <= MOST_KB,
  };
}

/** Each way holds its servers in a process of its own, or one would pay for the other. */
async function hold(way: Holding['way'], servers: number): Promise<number> {
  const server = await startHttpServer();
  const child = fork(fileURLToPath(new URL('hold.js', import.meta.url)), {
    execArgv: ['--expose-gc'],
  });
  try {
    const holding: Holding = { way, servers, url: server.url };
    child.send(holding);
    for await (const [told] of on(child, 'message', { close: ['exit'] })) {
      const message = told as { readonly bytesEach?: number };
      if (message.bytesEach !== undefined) return message.bytesEach / 1_024;
      // It is the sessions that idle, not their last sockets, that are to be weighed.
      await server.control('closeIdleSockets');
      child.send('go on');
    }
    throw new Error(`the process that holds ${servers} servers ended by itself`);
  } finally {
    child.kill('SIGKILL');
    await server.kill();
  }
}
