import type { CallOptions } from '../../../src/call/call-options.ts';
import type { ErrorCode } from '../../../src/errors/codes.ts';

/** One call from its submission on, as its caller and the peers saw it. */
export interface CallRecord {
  readonly key: string;
  readonly server: string;
  readonly tool: string;
  readonly options: CallOptions;
  readonly submittedAt: number;
  /** K1: whatever happens, it has settled by then. */
  readonly deadlineAt: number;
  /** Each time that it left for a peer, and what became of that. */
  readonly sends: Sending[];
  settled?: 'answered' | ErrorCode;
}

export interface Sending {
  readonly at: number;
  /** `ran` covers all that may have run: only a clear refusal excludes it. */
  verdict: 'ran' | 'refused' | 'notSent';
}
