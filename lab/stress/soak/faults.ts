import type { HttpServer } from '../../../bench/peers.ts';
import type { Supervisor } from '../../../src/index.ts';
import { faults as httpFaults } from '../../../test/fixtures/http/faults.mjs';
import { chanceOf, type Chance } from '../../../test/sim/plan/chance.ts';

export interface Faults {
  readonly count: number;
  /** How many there were of each kind. */
  kinds(): string;
  end(): Promise<void>;
}

const EVERY_MS = 1_000;

/** One fault a second, of a kind of chance. */
export function startFaults(supervisor: Supervisor, http: HttpServer, seed: number): Faults {
  const chance = chanceOf(seed, 'faults');
  const stage = { supervisor, http, chance };
  const done = new Map<string, number>();
  const running = new Set<Promise<unknown>>();
  let count = 0;
  const beganAt = performance.now();
  const strike = () => {
    const [name, act] = chance.pick(kinds);
    count += 1;
    done.set(name, (done.get(name) ?? 0) + 1);
    // A server that is away already, or a control request that met its own fault, is no news.
    const struck = act(stage).catch(() => undefined);
    running.add(struck);
    void struck.then(() => running.delete(struck));
  };
  const timer = setInterval(() => {
    // On a busy machine an interval drifts, and would make the rate a lower one.
    while (count < Math.floor((performance.now() - beganAt) / EVERY_MS)) strike();
  }, EVERY_MS);
  return {
    get count() {
      return count;
    },
    kinds: () => [...done].map(([name, times]) => `${times} × ${name}`).join(', '),
    async end() {
      clearInterval(timer);
      await Promise.all(running);
      await http.control('heal');
    },
  };
}

interface Stage {
  readonly supervisor: Supervisor;
  readonly http: HttpServer;
  readonly chance: Chance;
}

type Strike = (stage: Stage) => Promise<unknown>;

const failOnce =
  (where: string, fault: unknown): Strike =>
  ({ http }) =>
    http.control('fail', where, fault, 1);

const kill: Strike = async (stage) => process.kill(pidOf(stage), 'SIGKILL');
const exit: Strike = ({ supervisor, chance }) =>
  supervisor.callTool(pickStdio(supervisor, chance), 'exit', {});

const stopAndContinue: Strike = async (stage) => {
  const pid = pidOf(stage);
  process.kill(pid, 'SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, stage.chance.gap(1_000)));
  process.kill(pid, 'SIGCONT');
};

// Processes fail as often as all kinds of HTTP together.
const kinds: readonly (readonly [string, Strike])[] = [
  ...Array.from({ length: 6 }, () => ['killed process', kill] as const),
  ['exit in a call', exit],
  ['exit in a call', exit],
  ['stopped process', stopAndContinue],
  ['stopped process', stopAndContinue],
  ['500', failOnce('tools/call', httpFaults.status(500))],
  ['502', failOnce('tools/call', httpFaults.status(502))],
  ['429', failOnce('tools/call', httpFaults.tooMany(1))],
  ['503', failOnce('tools/call', httpFaults.unavailable(1))],
  ['reset', failOnce('tools/call', httpFaults.reset)],
  ['reset after the work', failOnce('tools/call', httpFaults.resetAfterRun)],
  ['cut stream', failOnce('tools/call', httpFaults.cut())],
  ['broken JSON', failOnce('tools/call', httpFaults.brokenJson)],
  ['no answer', failOnce('tools/call', httpFaults.hang)],
  ['session gone', failOnce('tools/call', httpFaults.sessionNotFound)],
  ['dropped streams', ({ http }) => http.control('dropListenStreams', 'reset')],
];

function pickStdio(supervisor: Supervisor, chance: Chance): string {
  const all = supervisor.status().servers.filter(({ transport }) => transport === 'stdio');
  return chance.pick(all).server;
}

/** @throws if that server has no process at the moment */
function pidOf({ supervisor, chance }: Stage): number {
  const { pid } = supervisor.status(pickStdio(supervisor, chance));
  if (pid === undefined) throw new Error('there is no process');
  return pid;
}
