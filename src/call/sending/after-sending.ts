import type { Policy } from '../../../machines/policy.ts';
import type { HoldfastError } from '../../errors/holdfast-error.ts';
import type { Refusal } from '../admission/admission.ts';
import type { Hold } from '../admission/hold.ts';
import type { Call } from '../call.ts';
import type { ToolHints } from '../environment.ts';
import {
  cancelled,
  declined,
  notTaken,
  outcomeUnknown,
  timedOut,
  unusableResult,
} from '../errors/failures.ts';
import { invalidArguments, refused, type Standing } from '../errors/refusals.ts';
import type { Outcome } from './outcome.ts';
import { mayAskOnceMore, mayReplay, mayResend } from './replay.ts';

/** What becomes of a call after one sending of it. */
export type Next =
  | { readonly kind: 'fail'; readonly error: HoldfastError }
  /** Back into the line, to be sent once more when the hold is over. */
  | { readonly kind: 'again'; readonly hold: Hold };

/** Everything but a result, which is delivered and done with. */
export type Unanswered = Exclude<Outcome, { readonly kind: 'answered' }>;

/** The world at the moment the sending ended. */
export interface Aftermath extends Standing {
  readonly now: number;
  readonly policy: Policy;
  /** Of the tool as listed now. */
  readonly hints: ToolHints | undefined;
  /** What the session it was sent in has received. */
  readonly received: number;
}

/** K6 and K7 in one place; the call's own counts already include this outcome. Pure. */
export function decideNext(call: Readonly<Call>, outcome: Unanswered, after: Aftermath): Next {
  switch (outcome.kind) {
    case 'declined':
      return fail(declined(call, outcome, after.loginWanted));
    case 'oversized':
      return fail(unusableResult(call, outcome.message));
    case 'timedOut': {
      const waitedMs = after.now - (call.run?.startedAt ?? call.submittedAt);
      return fail(outcome.unsent ? notTaken(call, waitedMs) : timedOut(call, waitedMs));
    }
    case 'cancelled':
      return fail(afterCancel(call, outcome, after));
    case 'notSent':
      return afterNotSent(call, outcome, after);
    case 'refused':
      return afterRefusal(call, outcome, after);
    case 'unknown':
      return afterUnknown(call, outcome, after);
  }
}

function afterCancel(
  call: Readonly<Call>,
  { unsent }: Outcome & { readonly kind: 'timedOut' | 'cancelled' },
  after: Aftermath,
): HoldfastError {
  if (!call.endedByShutdown) return cancelled(call, call.options.signal?.reason);
  const shutDown = refuse(call, { code: 'SERVER_SHUT_DOWN' }, after);
  return unsent ? shutDown : outcomeUnknown(call, endedByUs, shutDown);
}

const endedByUs = {
  kind: 'unknown',
  why: 'cut',
  message: 'the server was shut down while the call ran',
} as const;

function afterNotSent(
  call: Readonly<Call>,
  outcome: Outcome & { readonly kind: 'notSent' },
  after: Aftermath,
): Next {
  if (outcome.code === 'NOT_SERIALIZABLE')
    return fail(invalidArguments(call, 'they cannot be written as JSON'));
  const retryAfterMs = after.policy.baseDelayMs;
  if (!mayResend(historyOf(call)))
    return fail(refuse(call, { code: 'SERVER_UNAVAILABLE', retryAfterMs }, after));
  return again(call, after, { code: 'SERVER_UNAVAILABLE', received: after.received });
}

function afterRefusal(
  call: Readonly<Call>,
  { why, retryAfterMs }: Outcome & { readonly kind: 'refused' },
  after: Aftermath,
): Next {
  const code = refusalCodes[why];
  const overloaded = why === 'overload';
  if (!mayAskOnceMore(historyOf(call)) || (overloaded && !isWithinReach(call, retryAfterMs, after)))
    return fail(refuse(call, { code, retryAfterMs }, after));
  if (overloaded) return again(call, after, { code, untilAt: after.now + (retryAfterMs ?? 0) });
  return again(call, after, { code });
}

const refusalCodes = {
  login: 'AUTH_REQUIRED',
  session: 'SERVER_UNAVAILABLE',
  overload: 'OVERLOADED',
} as const;

/** K6: a hint is worth waiting for if it ends before the call's own patience does. */
function isWithinReach(
  { waitEndsAt, totalEndsAt }: Readonly<Call>,
  retryAfterMs: number | undefined,
  { now, policy }: Aftermath,
): boolean {
  if (retryAfterMs === undefined) return false;
  const endsAt = waitEndsAt ?? now + policy.graceMs;
  return now + retryAfterMs <= Math.min(endsAt, totalEndsAt);
}

function afterUnknown(
  call: Readonly<Call>,
  outcome: Outcome & { readonly kind: 'unknown' },
  after: Aftermath,
): Next {
  if (mayReplay(historyOf(call), call.replay, after.hints))
    return again(call, after, { code: 'SERVER_UNAVAILABLE', received: after.received });
  return fail(outcomeUnknown(call, outcome, new Error(outcome.message)));
}

function historyOf({ unsent, refusals, unknown }: Readonly<Call>) {
  return { unsent, refusals, replayed: unknown !== undefined };
}

function again(
  { generation }: Readonly<Call>,
  { now }: Aftermath,
  hold: Omit<Hold, 'since' | 'generation'>,
): Next {
  return { kind: 'again', hold: { since: now, generation, ...hold } };
}

function refuse(
  call: Readonly<Call>,
  { code, retryAfterMs }: { code: Refusal['code']; retryAfterMs?: number | undefined },
  after: Aftermath,
): HoldfastError {
  const hint = retryAfterMs === undefined ? undefined : { retryAfterMs };
  return refused(call, { kind: 'refuse', code, ...hint }, after);
}

function fail(error: HoldfastError): Next {
  return { kind: 'fail', error };
}
