import type { CallOptions, CallResult } from './environment.ts';
import type { Run } from './dispatch.ts';
import type { Hold } from './hold.ts';
import { settleTerms, type CallTerms } from './options.ts';
import type { Outcome } from './outcome.ts';
import type { HoldfastError } from '../errors/holdfast-error.ts';
import type { Policy } from '../../machines/policy.ts';
import type { Session } from '../link/session.ts';

/** One call from submission to its one outcome. */
export interface Call extends CallTerms {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
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
  /** The input schema that its arguments were checked against. */
  checkedSchema: object | undefined;
  /** Running: the sending under way, its session, and its place in the order of sendings. */
  run: Run | undefined;
  session: Session | undefined;
  order: number;
  /** Its place in the list of running calls, which gives it out. */
  seat: number;
  /** S2: ended by the shutdown, not by its caller. */
  endedByShutdown: boolean;
  onAbort: (() => void) | undefined;
}

export interface Settle {
  readonly resolve: (result: CallResult) => void;
  readonly reject: (error: HoldfastError) => void;
}

/** What a caller handed in. */
export interface Submission {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly options: CallOptions;
}

export function createCall(
  submission: Submission,
  settle: Settle,
  policy: Policy,
  now: number,
): Call {
  const { server, tool, options } = submission;
  return {
    server,
    tool,
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
    onAbort: undefined,
  };
}
