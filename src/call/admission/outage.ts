import type { PublicState } from '../../../machines/public-state.ts';

/**
 * What a caller without wishes of its own is waiting for (K4). `first` and `rebuild` are attempts
 * that it may see through; in an `outage` its grace runs, once, from `since`.
 */
export type Outage =
  | { readonly kind: 'none' }
  | { readonly kind: 'first' }
  | { readonly kind: 'rebuild' }
  | { readonly kind: 'outage'; readonly since: number };

export const noOutage: Outage = { kind: 'none' };
const firstAttempt: Outage = { kind: 'first' };
const rebuild: Outage = { kind: 'rebuild' };

/** The outage after a look at `state`, given the one before. Pure. */
export function followOutage(previous: Outage, state: PublicState, now: number): Outage {
  const { connection, attempting } = state;
  if (connection === 'ready') return state.draining === true ? rebuild : noOutage;
  if (connection === 'parked' || connection === 'shutdown') return noOutage;
  if (connection === 'connecting' && attempting && neverFailed(state)) return firstAttempt;
  if (attempting && previous.kind === 'rebuild') return previous;
  // From the loss, or from the end of the attempt that was waited for.
  return previous.kind === 'outage' ? previous : { kind: 'outage', since: now };
}

function neverFailed({ retries, lastError }: PublicState): boolean {
  return retries === 0 && lastError === undefined;
}
