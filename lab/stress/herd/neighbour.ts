import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median, percentile, showRatio } from '../../../bench/rounds.ts';
import type { Supervisor } from '../../../src/index.ts';
import { atMost, type Bound } from '../bound.ts';
import { recordedFleet } from '../recorded-fleet.ts';
import { scheduledEntry } from '../scheduled-entry.ts';
import { Twins } from './twin.ts';

const ROUNDS = 12;
const ROUND_MS = 2_500;
const MOST_RATIO = 1.2;
const HEALTHY = ['healthy-1', 'healthy-2'];

export interface Sick {
  readonly what: string;
  readonly mode: 'flap' | 'hang';
  readonly count: number;
}

/**
 * F1: call times beside sick neighbours, against those beside the same programs that nobody supervises,
 * and against none at all. The three take turns, so that a busy moment meets all of them.
 */
export async function callBesideSick(
  sick: Sick,
  tell: (line: string) => void,
): Promise<readonly Bound[]> {
  const fleet = await recordedFleet(async (folder) => {
    await writeFile(join(folder, 'mode'), 'answer');
    await mkdir(join(folder, 'sick'));
    await writeFile(join(folder, 'sick', 'mode'), sick.mode);
    return {
      servers: Object.fromEntries(HEALTHY.map((name) => [name, scheduledEntry(folder, name)])),
    };
  });
  const { supervisor, folder } = fleet;
  await supervisor.start();
  const stage = { supervisor, sick, entry: scheduledEntry(join(folder, 'sick'), 'sick') };
  await quietRound(stage);
  const times = { quiet: [] as number[], twin: [] as number[], beside: [] as number[] };
  let starts = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    times.quiet.push(await quietRound(stage));
    const beside = await besideRound(stage);
    times.beside.push(beside.p99Ms);
    starts += beside.starts;
    times.twin.push(await twinRound(stage, beside.starts));
  }
  const against = (others: readonly number[]) =>
    times.beside.map((time, round) => time / (others[round] ?? NaN));
  const ratios = against(times.twin);
  tell(
    `${sick.what}, ${starts} starts in ${ROUNDS} rounds: p99 ${median(times.beside).toFixed(1)} ms, ${showRatio(ratios)} of the same programs unsupervised, ${showRatio(against(times.quiet))} of none`,
  );
  return [
    atMost(
      `p99 of the healthy beside ${sick.what}, median of ${ROUNDS} rounds`,
      median(ratios),
      MOST_RATIO,
      '×',
    ),
    ...(await fleet.end()),
  ];
}

interface Stage {
  readonly supervisor: Supervisor;
  readonly sick: Sick;
  readonly entry: ReturnType<typeof scheduledEntry>;
}

function quietRound({ supervisor }: Stage): Promise<number> {
  return measureCalls(supervisor);
}

async function besideRound({
  supervisor,
  sick,
  entry,
}: Stage): Promise<{ p99Ms: number; starts: number }> {
  let starts = 0;
  const unsubscribe = supervisor.on('server.attempting', () => (starts += 1));
  const names = Array.from({ length: sick.count }, (_, index) => `sick-${index}`);
  for (const name of names) supervisor.add(name, entry);
  const p99Ms = await measureCalls(supervisor);
  unsubscribe();
  await Promise.all(names.map((name) => supervisor.remove(name)));
  return { p99Ms, starts: Math.max(starts, sick.count) };
}

/** As many starts as the round before had, spread as evenly. */
async function twinRound({ supervisor, entry, sick }: Stage, starts: number): Promise<number> {
  const twins = new Twins(entry);
  const everyMs = ROUND_MS / Math.max(1, starts - sick.count + 1);
  for (let first = 0; first < sick.count; first += 1) twins.start();
  let left = starts - sick.count;
  const timer = setInterval(() => {
    if (left > 0) twins.start();
    left -= 1;
  }, everyMs);
  try {
    return await measureCalls(supervisor);
  } finally {
    clearInterval(timer);
    await twins.end();
  }
}

/** The p99 of calls to the healthy ones, one after the other each. */
async function measureCalls(supervisor: Supervisor): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + ROUND_MS;
  await Promise.all(
    HEALTHY.map(async (name) => {
      while (performance.now() < end) {
        const beganAt = performance.now();
        await supervisor.callTool(name, 'echo', { text: 'hello' });
        times.push(performance.now() - beganAt);
        // The healthy ones are to be used, not to fill the machine.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }),
  );
  return percentile(times, 0.99);
}
