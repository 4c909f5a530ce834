import { HoldfastError, type Supervisor } from '../../../src/index.ts';
import { chanceOf, type Chance } from '../../../test/sim/plan/chance.ts';

/** One call, and what its caller was told. */
export interface CallRecord {
  readonly id: string;
  readonly server: string;
  readonly tool: 'write' | 'read';
  /** `answered`, an error code, or `unsettled`. */
  code: string;
  tookMs: number;
}

export interface Callers {
  readonly calls: readonly CallRecord[];
  /** Begins no further call, and resolves when the last has settled, or after a bound. */
  finish(): Promise<void>;
}

const PAUSE_MS = 40;
const LONGEST_TOOL_MS = 60;
const WAIT_FOR_READY_MS = 20_000;
/** K1: every call settles in its time; what is open after this never will. */
const LAST_MS = 120_000;

/** Callers who each make one call after the other, at servers of chance. */
export function startCallers(
  supervisor: Supervisor,
  servers: readonly string[],
  { seed, callers }: { readonly seed: number; readonly callers: number },
): Callers {
  const calls: CallRecord[] = [];
  const end = new AbortController();
  const work = Array.from({ length: callers }, async (_, caller) => {
    const chance = chanceOf(seed, `caller ${caller}`);
    for (let number = 0; !end.signal.aborted; number += 1) {
      const record = drawCall(chance, servers, `${caller}-${number}`);
      calls.push(record);
      await call(supervisor, record, chance);
      await new Promise((resolve) => setTimeout(resolve, chance.gap(PAUSE_MS)));
    }
  });
  return {
    calls,
    async finish() {
      end.abort();
      let timer: NodeJS.Timeout | undefined;
      const bound = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_MS)));
      await Promise.race([Promise.all(work), bound]);
      clearTimeout(timer);
    },
  };
}

function drawCall(chance: Chance, servers: readonly string[], id: string): CallRecord {
  const tool = chance.happens(0.7) ? 'write' : 'read';
  return { id, server: chance.pick(servers), tool, code: 'unsettled', tookMs: 0 };
}

/** Half of the callers wait for a session, the others get the server's state at once (K4). */
async function call(supervisor: Supervisor, record: CallRecord, chance: Chance): Promise<void> {
  const { id, server, tool } = record;
  const options = chance.happens(0.5) ? { waitForReadyMs: WAIT_FOR_READY_MS } : {};
  const beganAt = performance.now();
  try {
    await supervisor.callTool(
      server,
      tool,
      { id, ms: chance.between(0, LONGEST_TOOL_MS) },
      options,
    );
    record.code = 'answered';
  } catch (error) {
    record.code = error instanceof HoldfastError ? error.code : 'not an error of ours';
  }
  record.tookMs = performance.now() - beganAt;
}
