import type { ServerContext } from './context.ts';
import type { ChartEvent } from './events.ts';
import { failureOf, isFlap, lossOf } from './connection/recovery.ts';

/** What every guard sees. Guards are facts about one moment, and read nothing else. */
interface Moment {
  readonly context: ServerContext;
  readonly event: ChartEvent;
}

export const guards = {
  /** C15: replaces an actor that errored. */
  startsParked: ({ context }: Moment) => context.parkReason !== undefined,

  failureIsPermanent: ({ event }: Moment) => failureOf(event).kind === 'permanent',
  failureNeedsLogin: ({ event }: Moment) => failureOf(event).kind === 'auth',
  /** C5a, C9: an extra dial and a wake after sleep cost nothing. */
  attemptIsFree: ({ context }: Moment) => context.cause === 'eager' || context.cause === 'wake',
  /** C3. */
  initialBudgetSpent: ({ context }: Moment) =>
    context.recovery.retries + 1 > context.policy.initialRetries,
  /** C6. */
  reconnectBudgetSpent: ({ context }: Moment) =>
    context.recovery.retries + 1 > context.policy.reconnectRetries,

  sessionIsStable: ({ context }: Moment) => context.session.stable,
  /** C6a. */
  flapBudgetSpent: ({ context }: Moment) =>
    isFlap(context) && context.recovery.flaps + 1 > context.policy.flapBudget,
  lossNeedsLogin: ({ event }: Moment) => lossOf(event).kind === 'auth',
  /** K8: a session that the server refuses may still bring the verdicts of its other exchanges. */
  lossEndsAnswers: ({ event }: Moment) => lossOf(event).kind === 'lost',
  /** C16: a token refresh may have raced, if the session once worked. */
  loginMayHaveRaced: ({ context, event }: Moment) =>
    lossOf(event).kind === 'auth' && context.session.proven && !context.recovery.freeAttemptSpent,
  /** C11. */
  sessionWasForgotten: ({ context, event }: Moment) =>
    lossOf(event).kind === 'sessionExpired' && !context.recovery.freeAttemptSpent,

  retryReplacesLink: ({ event }: Moment) => isRetryFor(event, 'login', 'config'),
  retryIsAskedFor: ({ event }: Moment) => isRetryFor(event, 'user', 'login', 'config'),
  retryIsWake: ({ event }: Moment) => isRetryFor(event, 'wake'),
  /** C5a. */
  callMayDialEagerly: ({ context, event }: Moment) =>
    isRetryFor(event, 'call') &&
    context.recovery.eagerDials < context.policy.eagerDials &&
    context.wait?.hinted !== true,
  /** C12: the reasons that a mere call cannot mend. */
  callMayWake: ({ context, event }: Moment) =>
    isRetryFor(event, 'call') &&
    context.parkReason !== 'permanent' &&
    context.parkReason !== 'auth',
  probesItself: ({ context }: Moment) => context.policy.parkedProbeMs !== false,

  shutdownIsForced: ({ event }: Moment) => event.type === 'shutdown' && event.force === true,

  /** B7. */
  isOfThisSession: ({ context, event }: Moment) => isCurrent(context, event),
  /** B1, B2. */
  failureOpensBreaker: ({ context, event }: Moment) =>
    isCurrent(context, event) &&
    event.type === 'call.failed' &&
    (event.rateTripped === true ||
      (countsInARow(event) && context.breaker.failures + 1 >= context.policy.failureThreshold)),
  failureCounts: ({ context, event }: Moment) => isCurrent(context, event) && countsInARow(event),
  /** B4: only the call that holds the slot moves it. */
  isProbeVerdict: ({ context, event }: Moment) =>
    isCurrent(context, event) && 'probe' in event && event.probe === true,
};

function isRetryFor(event: ChartEvent, ...reasons: string[]): boolean {
  return event.type === 'retry' && reasons.includes(event.reason ?? 'user');
}

function isCurrent(context: ServerContext, event: ChartEvent): boolean {
  return !('generation' in event) || event.generation === undefined
    ? true
    : event.generation === context.generation;
}

/** B2: overload never counts in a row, and a timeout only when nothing else arrived meanwhile. */
function countsInARow(event: ChartEvent): boolean {
  if (event.type !== 'call.failed') return false;
  const { kind } = event.failure;
  return kind === 'transport' || kind === 'protocol' || (kind === 'timeout' && !!event.linkIdle);
}
