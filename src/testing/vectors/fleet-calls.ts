import { HoldfastError } from '../../errors/holdfast-error.ts';
import type { CallOptions } from '../../call/call-options.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import { milliseconds, type Duration, type TimeScale } from './duration.ts';
import { Unstageable } from './stage.ts';
import type { CallAct, CallerAct, Meeting } from './step.ts';

/** What became of a call so far. */
export interface CallOutcome {
  /** `pending`, `ok`, or the code of its error. */
  outcome: string;
  settled: number;
  [field: string]: unknown;
}

/** What a caller's act needs of the world it happens in. */
export interface CallerEdges {
  readonly time: TimeScale;
  /** Lets everything happen that is due, and where time is real, waits until it is over. */
  settle(isOver: () => boolean): Promise<void>;
  pass(durationMs: number): Promise<void>;
  /** Lets the server say something that is no answer. */
  chatter(server: string): void;
}

const meetings = {
  transport: 'reset',
  protocol: 'garbage',
  timeout: 'silence',
  overload: 'tooMany',
} as const satisfies Record<NonNullable<CallerAct['of']>, Meeting>;

/** A tool without hints, so that nothing is sent twice (K7). */
const PLAIN_TOOL = 'write';

/** Calls of a fleet under the names that a case gives them. */
export class FleetCalls {
  readonly outcomes: Record<string, CallOutcome> = {};
  readonly #supervisor: Supervisor;
  readonly #first: string;
  readonly #aborts = new Map<string, AbortController>();
  #unnamed = 0;

  constructor(supervisor: Supervisor, first: string) {
    this.#supervisor = supervisor;
    this.#first = first;
  }

  start(act: CallAct, time: TimeScale): void {
    const { id, server = this.#first, tool = PLAIN_TOOL, meets, retryAfterMs } = act;
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    const outcome: CallOutcome = { outcome: 'pending', settled: 0 };
    this.outcomes[id] = outcome;
    const hint = retryAfterMs === undefined ? undefined : milliseconds(retryAfterMs, time);
    const args = { call: id, ...(meets && { meets }), ...(hint !== undefined && { hint }) };
    const options = { ...optionsOf(act, time), signal: abort.signal };
    // Not awaited: the case goes on, and looks at the outcome when it likes.
    void this.#supervisor.callTool(server, tool, args, options).then(
      ({ isError, attempts, generation }) =>
        settle(outcome, { outcome: 'ok', isError, attempts, generation }),
      (error: unknown) => settle(outcome, described(error)),
    );
  }

  cancel(id: string): void {
    const abort = this.#aborts.get(id);
    if (abort === undefined) throw new Unstageable(`There is no call ${id}.`);
    abort.abort();
  }

  /** A call from its start to its end, of which the case wants to know no more than that. */
  async caller(act: CallerAct, edges: CallerEdges): Promise<void> {
    if (act.generation !== undefined || act.rateTripped || act.timeoutMs !== undefined)
      throw new Unstageable('Here the caller side is real, and tells what it sees.');
    for (let time = act.times ?? 1; time > 0; time -= 1) await this.#once(act, edges);
  }

  async #once(act: CallerAct, edges: CallerEdges): Promise<void> {
    const { does, server, of = 'transport', linkIdle = true } = act;
    const where = server === undefined ? undefined : { server };
    if (does === 'cancelsProbe') return this.cancel('probe');
    if (does === 'takesProbe') return this.start({ id: 'probe', ...where }, edges.time);
    const id = `unnamed ${(this.#unnamed += 1)}`;
    const meeting = does === 'succeeds' ? 'ok' : meetings[of];
    this.start({ id, ...where, meets: [meeting] }, edges.time);
    if (meeting !== 'silence') return edges.settle(() => this.outcomes[id]?.outcome !== 'pending');
    await edges.settle(() => true);
    if (!linkIdle) edges.chatter(server ?? this.#first);
    await edges.pass(milliseconds({ policy: 'callTimeoutMs' }, edges.time));
  }
}

function settle(outcome: CallOutcome, fields: object): void {
  Object.assign(outcome, fields, { settled: outcome.settled + 1 });
}

function described(error: unknown): object {
  if (!(error instanceof HoldfastError)) return { outcome: String(error) };
  const { code, retryable, retryAfterMs, attempts, generation, cause } = error;
  const causeCode = cause instanceof HoldfastError ? cause.code : undefined;
  return { outcome: code, retryable, retryAfterMs, attempts, generation, causeCode };
}

function optionsOf(act: CallAct, time: TimeScale): CallOptions {
  const timed = (key: string, duration: Duration | undefined) =>
    duration === undefined ? undefined : { [key]: milliseconds(duration, time) };
  return {
    ...timed('timeoutMs', act.timeoutMs),
    ...timed('waitForReadyMs', act.waitForReadyMs),
    ...timed('maxTotalMs', act.maxTotalMs),
    ...(act.replay && { replay: act.replay }),
  };
}
