import type { Policy } from '../../machines/policy.ts';
import type { HoldfastError } from '../errors/holdfast-error.ts';
import type { Session } from '../link/session.ts';
import type { Hold } from './admission/hold.ts';
import type { CallOptions } from './call-options.ts';
import type { Answered } from './call-result.ts';
import { settleTerms, type CallTerms } from './checks/options.ts';
import type { AskedCall, CallKind } from './kinds/call-kind.ts';
import type { Run } from './sending/dispatch.ts';
import type { Outcome } from './sending/outcome.ts';

/** One call from submission to its one outcome. */
export interface Call extends CallTerms, AskedCall {
  readonly options: CallOptions;
  readonly submittedAt: number;
  readonly settle: Settle;
  phase: 'new' | 'waiting' | 'running' | 'settled';
  /** K11: how often it was sent, and in which session last. */
  attempts: number;
  generation: number;
  unsent: number;
  refusals: number;
  /** K7: what was lost of an earlier sending; set for good once the call is replayed. */
  unknown: (Outcome & { readonly kind: 'unknown' }) | undefined;
  hold: Hold | undefined;
  /** When a waiting call has to be judged again at the latest. */
  judgeAt: number;
  /** K2: how long a list refresh may hold it; set once. */
  listEndsAt: number | undefined;
  /** Running: the sending under way, its session, and its place in the order of sendings. */
  run: Run | undefined;
  session: Session | undefined;
  order: number;
  /** Its place in the list of running calls, which gives it out. */
  seat: number;
  /** S2: ended by the shutdown, not by its caller. */
  endedByShutdown: boolean;
  /** Lets go of the caller's signal. */
  stopListening: (() => void) | undefined;
}

export interface Settle {
  readonly resolve: (result: Answered) => void;
  readonly reject: (error: HoldfastError) => void;
}

/** What a caller handed in. */
export interface Submission {
  readonly kind: CallKind;
  readonly server: string;
  /** What is asked for: the name of a tool or prompt, or the URI of a resource. */
  readonly subject: string;
  readonly arguments: Record<string, unknown>;
  readonly options: CallOptions;
}

export function createCall(
  submission: Submission,
  settle: Settle,
  policy: Policy,
  now: number,
): Call {
  const { kind, server, subject, options } = submission;
  return {
    kind,
    server,
    subject,
    arguments: submission.arguments,
    options,
    ...settleTerms(options, policy, now),
    submittedAt: now,
    settle,
    phase: 'new',
    attempts: 0,
    generation: 0,
    unsent: 0,
    refusals: 0,
    unknown: undefined,
    hold: undefined,
    judgeAt: Infinity,
    listEndsAt: undefined,
    checkedSchema: undefined,
    run: undefined,
    session: undefined,
    order: 0,
    seat: -1,
    endedByShutdown: false,
    stopListening: undefined,
  };
}
