import type { Policy } from '../../../machines/policy.ts';
import type { PublicState } from '../../../machines/public-state.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import { isHoldOver, type Hold } from './hold.ts';
import type { Outage } from './outage.ts';

/** May this call go now (K4)? */
export type Admission =
  | { readonly kind: 'go' }
  /** Go, and with it the half-open breaker's one slot (B4). */
  | { readonly kind: 'probe' }
  /** To be judged again at the next change, and at `until` at the latest. */
  | { readonly kind: 'wait'; readonly why: WaitReason; readonly until: number }
  | Refusal;

export interface Refusal {
  readonly kind: 'refuse';
  readonly code: ErrorCode;
  readonly retryAfterMs?: number;
  /** Nobody has called `start()` yet, so that waiting alone is of no use. */
  readonly isUnstarted?: true;
}

export type WaitReason = 'session' | 'place' | 'breaker' | 'hold' | 'list';

/** The server at one moment, as far as admission cares. Moments are the clock's. */
export interface Situation {
  readonly now: number;
  /** False before `start()`. */
  readonly isStarted: boolean;
  readonly state: PublicState;
  readonly policy: Policy;
  readonly outage: Outage;
  readonly placeFree: boolean;
  /** What the session has received; undefined if there is no session. */
  readonly received: number | undefined;
  readonly nextAttemptAt: number | undefined;
  /** When a call may wake the parked server (C12); undefined if none may. */
  readonly wakesAt: number | undefined;
  readonly breakerHalfOpensAt: number | undefined;
  /** When the probe that is under way loses its slot. */
  readonly probeEndsAt: number | undefined;
  /** This very call holds it. */
  readonly ownsSlot: boolean;
}

/** The call at that moment. */
export interface Waiter {
  readonly submittedAt: number;
  /** Undefined if the caller named no wait of its own. */
  readonly waitEndsAt: number | undefined;
  readonly totalEndsAt: number;
  /** Set while the call waits to be sent once more. */
  readonly hold: Hold | undefined;
}

/** K4, top to bottom: shut down, parked, not ready (whatever the breaker says), breaker. Pure. */
export function admit(waiter: Waiter, situation: Situation): Admission {
  const { connection, draining } = situation.state;
  if (connection === 'shutdown') return { kind: 'refuse', code: 'SERVER_SHUT_DOWN' };
  if (!situation.isStarted) return admitUnstarted(waiter, situation);
  if (connection === 'parked') return admitParked(waiter, situation);
  if (connection !== 'ready' || draining === true || situation.received === undefined)
    return admitWithoutSession(waiter, situation);
  if (waiter.hold !== undefined && !isHoldOver(waiter.hold, situation))
    return admitHeld(waiter, waiter.hold, situation);
  return admitByBreaker(waiter, situation);
}

/** The hot path: nothing to wait for, and nobody to ask; only a place is still needed. Pure. */
export function isRoadClear({ connection, draining, breaker }: PublicState): boolean {
  return connection === 'ready' && breaker === 'closed' && draining !== true;
}

/** K4: only a caller that said how long may wait for a `start()` that nobody may ever call. */
function admitUnstarted(waiter: Waiter, { now }: Situation): Admission {
  const until = chosenEnd(waiter);
  if (until !== undefined && now < until) return { kind: 'wait', why: 'session', until };
  return { kind: 'refuse', code: 'SERVER_UNAVAILABLE', isUnstarted: true };
}

function admitParked(waiter: Waiter, situation: Situation): Admission {
  const { now, state, policy, nextAttemptAt, wakesAt } = situation;
  const chanceAt = state.attempting
    ? now
    : Math.max(now, Math.min(nextAttemptAt ?? Infinity, wakesAt ?? Infinity));
  const until = chosenEnd(waiter);
  if (until !== undefined && chanceAt < until) return { kind: 'wait', why: 'session', until };
  const code = state.parkReason === 'auth' ? 'AUTH_REQUIRED' : 'SERVER_PARKED';
  const retryAfterMs = state.attempting ? policy.baseDelayMs : chanceAt - now;
  // A server that never probes itself has no time to name.
  return Number.isFinite(retryAfterMs)
    ? { kind: 'refuse', code, retryAfterMs }
    : { kind: 'refuse', code };
}

function admitWithoutSession(waiter: Waiter, situation: Situation): Admission {
  const { now, outage, policy, nextAttemptAt } = situation;
  const until = chosenEnd(waiter) ?? graceEnd(waiter, outage, policy.graceMs);
  if (now < until) return { kind: 'wait', why: 'session', until };
  const code = waiter.hold?.code === 'AUTH_REQUIRED' ? 'AUTH_REQUIRED' : 'SERVER_UNAVAILABLE';
  // An attempt under way may end at any moment; the base delay is as good a guess as any.
  const retryAfterMs = Math.max(0, (nextAttemptAt ?? now + policy.baseDelayMs) - now);
  return { kind: 'refuse', code, retryAfterMs };
}

/** Grace runs once per outage; an attempt that may be seen through has no other end than its own. */
function graceEnd(waiter: Waiter, outage: Outage, graceMs: number): number {
  if (outage.kind === 'first' || outage.kind === 'rebuild') return waiter.totalEndsAt;
  const since = outage.kind === 'outage' ? outage.since : (waiter.hold?.since ?? 0);
  return Math.min(waiter.totalEndsAt, Math.max(waiter.submittedAt, since) + graceMs);
}

function admitHeld(waiter: Waiter, hold: Hold, situation: Situation): Admission {
  const { now, policy } = situation;
  const until = chosenEnd(waiter) ?? Math.min(waiter.totalEndsAt, hold.since + policy.graceMs);
  if (now < until)
    return { kind: 'wait', why: 'hold', until: Math.min(until, nextLook(hold, now)) };
  const retryAfterMs = Math.max(0, (hold.untilAt ?? now + policy.baseDelayMs) - now);
  return { kind: 'refuse', code: hold.code, retryAfterMs };
}

/** How often a held call looks whether its session has been heard from: nobody reports that. */
const lookMs = 100;

function nextLook(hold: Hold, now: number): number {
  return hold.untilAt ?? (hold.received === undefined ? Infinity : now + lookMs);
}

function admitByBreaker(waiter: Waiter, situation: Situation): Admission {
  const { now, state, policy, breakerHalfOpensAt, probeEndsAt, ownsSlot } = situation;
  switch (state.breaker) {
    case 'closed':
    case 'retired':
      return admitToPlace(waiter, situation, 'go');
    case 'open': {
      const chanceAt = Math.max(now, breakerHalfOpensAt ?? now + policy.cooldownMs);
      return waitForBreaker(waiter, now, chanceAt);
    }
    case 'halfOpen':
      if (state.probe !== 'taken' || ownsSlot) return admitToPlace(waiter, situation, 'probe');
      // The verdict may come at any moment; the slot's end is only the latest one.
      return waitForBreaker(waiter, now, now, probeEndsAt ?? now + policy.probeTimeoutMs);
  }
}

function waitForBreaker(
  waiter: Waiter,
  now: number,
  chanceAt: number,
  latestAt = chanceAt,
): Admission {
  const until = chosenEnd(waiter);
  if (until !== undefined && chanceAt < until) return { kind: 'wait', why: 'breaker', until };
  return { kind: 'refuse', code: 'CIRCUIT_OPEN', retryAfterMs: Math.max(0, latestAt - now) };
}

function admitToPlace(
  waiter: Waiter,
  { now, placeFree }: Situation,
  kind: 'go' | 'probe',
): Admission {
  if (placeFree && now < waiter.totalEndsAt) return { kind };
  const until = chosenEnd(waiter) ?? waiter.totalEndsAt;
  return now < until
    ? { kind: 'wait', why: 'place', until }
    : { kind: 'refuse', code: 'QUEUE_FULL' };
}

/** The end that the caller chose with `waitForReadyMs`; undefined if it left that to us. */
function chosenEnd({ waitEndsAt, totalEndsAt }: Waiter): number | undefined {
  return waitEndsAt === undefined ? undefined : Math.min(waitEndsAt, totalEndsAt);
}
