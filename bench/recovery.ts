import type { Supervisor } from '../src/index.ts';
import { connectBare, ONLY, supervise } from './clients.ts';
import type { Figure } from './figure.ts';
import { nextEvent } from './next-event.ts';
import { stdioServer } from './peers.ts';
import { compare, median } from './rounds.ts';

const MOST = 1.1;
const ALLOWANCE_MS = 100;

/** Stable after a moment, and with room for one death a round (F2). */
const policy = { stableAfterMs: 20, startBurst: 100 };

const program = stdioServer('echo-server.mjs');

/** C6: a stable server is back nearly as fast as a new one could be connected to. */
export const recovery: Figure = {
  name: 'recovery',
  async measure() {
    const supervisor = await supervise(program, policy);
    try {
      const times = await compare(() => timeOfRecovery(supervisor), timeOfBareConnect);
      const shown = `${times.ours.toFixed(0)} against ${times.theirs.toFixed(0)} ms`;
      const ratio = `${median(times.ratios).toFixed(2)}×`;
      return [
        {
          figure: 'SIGKILL of a stable stdio server → next good call, against bare connect + call',
          measured: `${shown}, ${ratio}`,
          mustReach: `≤ ${MOST}× + ${ALLOWANCE_MS} ms`,
          met: times.ours <= times.theirs * MOST + ALLOWANCE_MS,
        },
      ];
    } finally {
      await supervisor.stop();
    }
  },
};

/** The call is made at once, so that it also pays for finding out that the server is dead. */
async function timeOfRecovery(supervisor: Supervisor): Promise<number> {
  const stable = nextEvent(supervisor, 'server.stable');
  const { pid } = supervisor.status(ONLY);
  if (pid === undefined) throw new Error('the server has no process');
  const startedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  await supervisor.callTool(ONLY, 'echo', { text: 'back' });
  const took = performance.now() - startedAt;
  // So that the next death is that of a stable session again; the first one only warms up.
  await stable;
  return took;
}

async function timeOfBareConnect(): Promise<number> {
  const startedAt = performance.now();
  const client = await connectBare(program);
  await client.call('echo', { text: 'there' });
  const took = performance.now() - startedAt;
  await client.close();
  return took;
}
