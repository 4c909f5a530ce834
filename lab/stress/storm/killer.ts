import { isAlive } from '../../../test/link/processes.ts';
import { chanceOf } from '../../../test/sim/plan/chance.ts';
import { linesOf } from './effects.ts';

export interface KillOptions {
  readonly folder: string;
  readonly servers: readonly string[];
  readonly seed: number;
  readonly kills: number;
  /** Mean time between two kills; the times themselves are drawn. */
  readonly everyMs: number;
  readonly tell: (line: string) => void;
}

/** A storm in which nobody comes up again ends, too. */
const MOST_MS_PER_KILL = 3_000;

/**
 * Kills one server after the other at moments of chance, in the handshake too: the server itself told
 * its pid, as the first thing it did. Returns how many were killed.
 */
export async function killAtRandom(options: KillOptions): Promise<number> {
  const { folder, servers, seed, kills, everyMs, tell } = options;
  const chance = chanceOf(seed, 'killer');
  const deadline = performance.now() + 60_000 + kills * MOST_MS_PER_KILL;
  let killed = 0;
  while (killed < kills && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, chance.gap(everyMs)));
    const pid = Number(linesOf(folder, chance.pick(servers), 'starts').at(-1) ?? 0);
    if (pid === 0 || !isAlive(pid)) continue;
    process.kill(pid, 'SIGKILL');
    killed += 1;
    if (killed % 100 === 0) tell(`${killed} killed`);
  }
  return killed;
}
