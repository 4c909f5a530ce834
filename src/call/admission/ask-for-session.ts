import type { Policy } from '../../../machines/policy.ts';
import type { PublicState } from '../../../machines/public-state.ts';

/** The machine's own timer may be a little late; asking again a moment later costs nothing. */
const askAgainMs = 1_000;

/** What decides when a waiting caller may ask for a session. */
export interface AskView {
  readonly state: PublicState;
  readonly policy: Policy;
  readonly transport: 'stdio' | 'http';
  readonly startSlotMs: number;
  readonly parkedSince: number | undefined;
  readonly lastAttempt: { readonly endedAt: number; readonly tookMs: number } | undefined;
  readonly lastAsk: Ask | undefined;
}

/** When the caller side asked, and the end of the attempt that it asked after. */
export interface Ask {
  readonly at: number;
  readonly attemptEndedAt: number | undefined;
}

/**
 * The earliest moment at which `retry { reason: 'call' }` makes sense, which may be past already;
 * undefined as long as it makes none. Pure.
 */
export function nextAskAt(view: AskView): number | undefined {
  if (view.state.attempting) return undefined;
  switch (view.state.connection) {
    case 'parked':
      return nextWakeAt(view);
    case 'connecting':
    case 'reconnecting':
      return nextEagerDialAt(view);
    case 'ready':
    case 'shutdown':
      return undefined;
  }
}

// C12: not before the server has rested, and never where a person has to act first.
function nextWakeAt({ state, policy, parkedSince, lastAsk }: AskView): number | undefined {
  if (parkedSince === undefined || !isWakeable(state)) return undefined;
  const restedAt = parkedSince + policy.wakeSpacingMs;
  return lastAsk !== undefined && lastAsk.at >= restedAt ? lastAsk.at + askAgainMs : restedAt;
}

// C5a: once after each attempt, and not after one so long that another would take its place.
function nextEagerDialAt(view: AskView): number | undefined {
  const { policy, transport, startSlotMs, lastAttempt, lastAsk } = view;
  if (transport !== 'http' || policy.eagerDials === 0) return undefined;
  if (lastAttempt === undefined || lastAttempt.tookMs > startSlotMs) return undefined;
  if (lastAsk?.attemptEndedAt === lastAttempt.endedAt) return undefined;
  return lastAttempt.endedAt + policy.eagerDialMs;
}

export function isWakeable({ parkReason }: PublicState): boolean {
  return parkReason !== 'permanent' && parkReason !== 'auth';
}
