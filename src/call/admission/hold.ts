/**
 * Why a call that came back does not go again at once (K6, K7): over its old session it would only
 * meet the same end, so it waits for the repair, for a sign of life, or for the server's own hint.
 */
export interface Hold {
  /** When it came back; its grace runs from here while the connection still counts as ready. */
  readonly since: number;
  /** What the call gets if that does not come in time. */
  readonly code: 'SERVER_UNAVAILABLE' | 'AUTH_REQUIRED' | 'OVERLOADED';
  /** The session it came back from; a newer one ends the hold. */
  readonly generation: number;
  /** What that session had received; more than that is a sign of life, and ends the hold too. */
  readonly received?: number | undefined;
  /** The server's own hint, which alone ends the hold. */
  readonly untilAt?: number | undefined;
}

interface Look {
  readonly now: number;
  readonly state: { readonly generation: number };
  readonly received: number | undefined;
}

/** Pure. Asked only while there is a session. */
export function isHoldOver(hold: Hold, { now, state, received }: Look): boolean {
  if (hold.untilAt !== undefined) return now >= hold.untilAt;
  if (state.generation !== hold.generation) return true;
  return (received ?? 0) > (hold.received ?? Infinity);
}
