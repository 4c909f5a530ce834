import type { Admission } from './admission.ts';
import type { Answered, CallOptions, CallResult } from './environment.ts';
import type { CallKind } from './kinds/call-kind.ts';
import type { Latencies } from './meter.ts';

/** The caller side of one server: takes calls, and settles each exactly once (K1). */
export interface Calls {
  /**
   * Resolves to the tool's result, also if the tool reports an error of its own in it.
   * @throws HoldfastError whose code says whether the tool may have run.
   */
  callTool(
    tool: string,
    given: Record<string, unknown> | undefined,
    options?: CallOptions,
  ): Promise<CallResult>;
  /** The same for any other sort of call. */
  ask(
    kind: CallKind,
    subject: string,
    given: Record<string, unknown> | undefined,
    options?: CallOptions,
  ): Promise<Answered>;
  /** What a call without options would get right now (H2). */
  outlook(): Admission;
  /** To be called at each change of the machine: every waiting call is judged again (K4). */
  stateChanged(): void;
  /** The machine drains: it is sent `drained` once nothing is in flight. */
  draining(): void;
  /** S2: settles what waits, and refuses whatever comes. */
  shutDown(): void;
  /** S2: ends what still runs, as unknown. */
  endRunning(): void;
  readonly inFlight: number;
  readonly queued: number;
  latencies(): Latencies;
  readonly lastSuccessAt: number | undefined;
}
