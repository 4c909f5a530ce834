import { backoffDelay, lengthened, nextStep, type Random } from './backoff.ts';
import type { ServerContext } from '../context.ts';
import type { AttemptCause, Failure, LastError, Loss, ParkReason, ChartEvent } from '../events.ts';

/** What XState reports of a child, beside the events a link sends itself. */
interface SystemEvent {
  readonly type: string;
  readonly error?: unknown;
}

/** The failure an event stands for: reported, or a deadline, or a link that crashed (C2, C15). */
export function failureOf(event: ChartEvent | SystemEvent): Failure {
  if ('failure' in event && event.type === 'link.failed') return event.failure as Failure;
  if (event.type.startsWith('xstate.after'))
    return { kind: 'transient', code: 'CONNECT_TIMEOUT', message: 'the attempt took too long' };
  return { kind: 'transient', code: 'LINK_CRASHED', message: crashMessage(event) };
}

/** The loss an event stands for: reported, or a link that crashed under a session (C15). */
export function lossOf(event: ChartEvent | SystemEvent): Loss {
  if ('loss' in event) return event.loss;
  return { kind: 'lost', code: 'LINK_CRASHED', message: crashMessage(event) };
}

function crashMessage(event: ChartEvent | SystemEvent): string {
  const error = 'error' in event ? event.error : undefined;
  return error instanceof Error ? error.message : 'the link ended without a reason';
}

/** A failed attempt that counts: one retry used, the next delay drawn, the step raised (C5). */
export function chargeFailure(
  context: ServerContext,
  failure: Failure,
  random: Random,
): Partial<ServerContext> {
  return { lastError: errorOf(failure), ...charge(context, random, failure.retryAfterMs) };
}

/** C5a: the delay drawn before is waited again, unless the server now asks for a longer one. */
export function recordFreeFailure(
  { policy, wait }: ServerContext,
  failure: Failure,
): Partial<ServerContext> {
  return {
    lastError: errorOf(failure),
    wait: wait && lengthened(wait, failure.retryAfterMs ?? 0, policy),
  };
}

/** The loss of a session that was not yet stable is charged like a failed attempt (C6). */
export function chargeLoss(
  context: ServerContext,
  loss: Loss,
  random: Random,
): Partial<ServerContext> {
  const flapped = recordLoss(context, loss);
  return { ...flapped, ...charge({ ...context, ...flapped }, random) };
}

function charge(context: ServerContext, random: Random, hintMs?: number): Partial<ServerContext> {
  const { policy, recovery } = context;
  return {
    wait: backoffDelay(policy, recovery.step, random, hintMs),
    recovery: {
      ...recovery,
      retries: recovery.retries + 1,
      step: nextStep(policy, recovery.step),
    },
  };
}

/** C6a: a session lost before it proved anything is a flap, whatever else becomes of the loss. */
export function recordLoss(context: ServerContext, loss: Loss): Partial<ServerContext> {
  const { recovery, policy } = context;
  // Counted no further than to what parks, so that the states of a server are finitely many.
  const flaps = isFlap(context)
    ? Math.min(recovery.flaps + 1, policy.flapBudget + 1)
    : recovery.flaps;
  return { lastError: errorOf(loss), recovery: { ...recovery, flaps } };
}

export function isFlap({ session }: ServerContext): boolean {
  return !session.proven && !session.stable;
}

/**
 * C11, C16: the one attempt that a forgotten session or a raced login gets for nothing. A stable
 * session's next attempt is free as it is, and spends nothing.
 */
export function spendFreeAttempt(context: ServerContext, loss: Loss): Partial<ServerContext> {
  const lost = recordLoss(context, loss);
  const freeAttemptSpent = !context.session.stable;
  return { ...lost, recovery: { ...(lost.recovery ?? context.recovery), freeAttemptSpent } };
}

/** `link.opened`: the budget forgives at once (R6), the delay does not; the old error is history. */
export function openSession(context: ServerContext): Partial<ServerContext> {
  return {
    generation: context.generation + 1,
    recovery: { ...context.recovery, retries: 0, eagerDials: 0, openedBefore: true },
    session: { proven: false, stable: false },
    wait: undefined,
    parkReason: undefined,
    lastError: undefined,
  };
}

/** Ready for `stableAfterMs`: the delay forgives too, and the free attempt is there again (C11). */
export function settleSession({ recovery, session }: ServerContext): Partial<ServerContext> {
  return {
    recovery: { ...recovery, step: 0, flaps: 0, freeAttemptSpent: false },
    session: { ...session, stable: true },
  };
}

export function proveSession({ recovery, session }: ServerContext): Partial<ServerContext> {
  return { recovery: { ...recovery, flaps: 0 }, session: { ...session, proven: true } };
}

/** C10. */
export function forgive({ recovery }: ServerContext): Partial<ServerContext> {
  return { recovery: { ...recovery, retries: 0, step: 0, flaps: 0, eagerDials: 0 } };
}

/**
 * The next attempt is one that was asked for (C7). A new configuration has never been opened,
 * whatever the old one did and whether or not its policy was any good (C2, E2).
 */
export function setAskedCause(
  { cause, recovery }: ServerContext,
  event: ChartEvent,
): Partial<ServerContext> {
  const asked = event.type === 'retry' ? ((event.reason ?? 'user') as AttemptCause) : cause;
  return {
    cause: asked,
    recovery: asked === 'config' ? { ...recovery, openedBefore: false } : recovery,
  };
}

/**
 * A failed wake keeps the reason it parked with; only an attempt that a person asked for replaces
 * a verdict that proved wrong (C7).
 */
export function reasonAfterProbe(context: ServerContext, failure: Failure): ParkReason | undefined {
  const { parkReason, cause, generation } = context;
  if (failure.kind !== 'transient') return failure.kind;
  const verdict = parkReason === 'permanent' || parkReason === 'auth';
  if (!verdict || !isAskedFor(cause)) return parkReason;
  return generation === 0 ? 'startup' : 'budget';
}

function isAskedFor(cause: AttemptCause): boolean {
  return cause === 'user' || cause === 'login' || cause === 'config';
}

export function errorOf({ kind, code, message }: Failure | Loss): LastError {
  return { kind, code, message };
}
