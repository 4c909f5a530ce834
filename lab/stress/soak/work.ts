import { HoldfastError, type Supervisor } from '../../../src/index.ts';
import { chanceOf } from '../../../test/sim/plan/chance.ts';

/** Callers, of whom only numbers are kept: what they remember must not look like a leak. */
export interface Work {
  readonly settled: number;
  readonly unsettled: number;
  outcomes(): string;
  end(): Promise<void>;
}

const CALLERS = 4;
const PAUSE_MS = 100;
const LAST_MS = 60_000;
const OPTIONS = { timeoutMs: 5_000, waitForReadyMs: 2_000 };

export function startWork(supervisor: Supervisor, servers: readonly string[], seed: number): Work {
  const codes = new Map<string, number>();
  const end = new AbortController();
  let [began, settled] = [0, 0];
  const settle = (code: string) => {
    settled += 1;
    codes.set(code, (codes.get(code) ?? 0) + 1);
  };
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    const chance = chanceOf(seed, `caller ${caller}`);
    while (!end.signal.aborted) {
      began += 1;
      const call = supervisor.callTool(chance.pick(servers), 'echo', { text: 'soak' }, OPTIONS);
      settle(await call.then(() => 'answered', codeOf));
      await new Promise((resolve) => setTimeout(resolve, chance.gap(PAUSE_MS)));
    }
  });
  return {
    get settled() {
      return settled;
    },
    get unsettled() {
      return began - settled;
    },
    outcomes: () => [...codes].map(([code, count]) => `${count} ${code}`).join(', '),
    async end() {
      end.abort();
      let timer: NodeJS.Timeout | undefined;
      const bound = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_MS)));
      await Promise.race([Promise.all(callers), bound]);
      clearTimeout(timer);
    },
  };
}

function codeOf(error: unknown): string {
  return error instanceof HoldfastError ? error.code : 'not an error of ours';
}
