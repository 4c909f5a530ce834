import { ONLY, supervise } from './clients.ts';
import type { Figure } from './figure.ts';
import { nextEvent } from './next-event.ts';
import { stdioServer } from './peers.ts';
import { median, repeat } from './rounds.ts';

const MOST_MS = 250;

/** L2: a helper that keeps the server's stdout open must not hide its death. */
export const deathNotice: Figure = {
  name: 'death-notice',
  async measure() {
    const times = await repeat(timeOfNotice);
    const worst = Math.max(...times);
    return [
      {
        figure: 'death of a child noticed while a helper holds its stdout',
        measured: `${median(times).toFixed(0)} ms, at worst ${worst.toFixed(0)} ms`,
        mustReach: `< ${MOST_MS} ms`,
        met: worst < MOST_MS,
      },
    ];
  },
};

async function timeOfNotice(): Promise<number> {
  const supervisor = await supervise(stdioServer('helper-holds-stdout.mjs'));
  try {
    const { pid } = supervisor.status(ONLY);
    if (pid === undefined) throw new Error('the server has no process');
    const lost = nextEvent(supervisor, 'server.lost');
    const startedAt = performance.now();
    process.kill(pid, 'SIGKILL');
    await lost;
    return performance.now() - startedAt;
  } finally {
    await supervisor.stop();
  }
}
