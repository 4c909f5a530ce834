import { formatDelay } from './format-delay.ts';

/** What a call would meet right now: the answer of admission, in terms of a wait from now. */
export type Outlook =
  | { readonly kind: 'go' | 'probe' }
  | {
      readonly kind: 'wait';
      readonly why: 'session' | 'place' | 'breaker' | 'hold' | 'list';
      readonly forMs: number;
    }
  | { readonly kind: 'refuse'; readonly code: string; readonly retryAfterMs?: number };

/**
 * H2: what a call without options would get, in words.
 * @param wakeInMs how long until a call may wake the parked server; undefined if none may.
 */
export function describeCall(outlook: Outlook, wakeInMs: number | undefined): string {
  switch (outlook.kind) {
    case 'go':
      return 'It would be sent at once.';
    case 'probe':
      return 'It would be sent, as the one call that tries whether the server has recovered.';
    case 'wait':
      return `It would wait ${waits[outlook.why]}, ${describeBound(outlook.forMs)}.`;
    case 'refuse':
      return `${outlook.code}, at once${describeChance(outlook.retryAfterMs, wakeInMs)}.`;
  }
}

const waits = {
  session: 'for the session',
  place: 'for other calls to end',
  breaker: 'for the breaker',
  hold: 'for the server to recover',
  list: 'for the list of tools',
};

function describeBound(forMs: number): string {
  return Number.isFinite(forMs) ? `for at most ${formatDelay(forMs)}` : 'as long as that takes';
}

function describeChance(retryAfterMs: number | undefined, wakeInMs: number | undefined): string {
  if (wakeInMs === 0) return '; but it would wake the server for one attempt';
  if (wakeInMs !== undefined) return `; a call may wake the server in ${formatDelay(wakeInMs)}`;
  return retryAfterMs === undefined ? '' : `; worth trying again in ${formatDelay(retryAfterMs)}`;
}
