import { resolve } from 'node:path';
import { createSupervisor, type Supervisor } from '../src/index.ts';
import type { Figure } from './figure.ts';
import { stdioServer } from './peers.ts';
import { isAlive } from './processes.ts';

const SERVERS = 20;
const MOST_MS = 5_000;

/** L4, S3: all in parallel, and verifiably to the end. */
export const stubbornStop: Figure = {
  name: 'stubborn-stop',
  async measure() {
    const program = stdioServer(resolve('bench/servers/stubborn.mjs'));
    const names = Array.from({ length: SERVERS }, (_, index) => `stubborn-${index + 1}`);
    const servers = Object.fromEntries(names.map((name) => [name, program]));
    const supervisor = createSupervisor({ servers });
    let pids: number[];
    let tookMs: number;
    try {
      await supervisor.start();
      pids = (await Promise.all(names.map((name) => processesOf(supervisor, name)))).flat();
    } finally {
      const startedAt = performance.now();
      await supervisor.stop();
      tookMs = performance.now() - startedAt;
    }
    const left = pids.filter(isAlive).length;
    return [
      {
        figure: `stop of ${SERVERS} stubborn servers with a stubborn helper each`,
        measured: `${(tookMs / 1_000).toFixed(2)} s, ${left} of ${pids.length} processes left`,
        mustReach: `< ${MOST_MS / 1_000} s, 0 left`,
        met: tookMs < MOST_MS && left === 0 && pids.length === 2 * SERVERS,
      },
    ];
  },
};

async function processesOf(supervisor: Supervisor, name: string): Promise<number[]> {
  const { content } = await supervisor.callTool(name, 'helper');
  const [helper] = content as readonly { readonly text: string }[];
  return [supervisor.status(name).pid ?? NaN, Number(helper?.text)];
}
