import type { Policy } from '../../../machines/policy.ts';
import type { ExplanationFacts } from '../../health/explain.ts';
import type { ServerStatus } from '../../health/status.ts';

/** K4: what a call without options would have met, as far as a recording tells. */
export function outlookOf(
  { state, breaker, parkReason, nextAttemptAt, breakerHalfOpensAt }: ServerStatus,
  { graceMs, firstConnectTimeoutMs }: Policy,
  now: number,
): ExplanationFacts['outlook'] {
  const inMs = (at: number | undefined) =>
    at === undefined ? {} : { retryAfterMs: Math.max(0, at - now) };
  switch (state) {
    case 'connecting':
      return { kind: 'wait', why: 'session', forMs: firstConnectTimeoutMs };
    case 'reconnecting':
      return { kind: 'wait', why: 'session', forMs: graceMs };
    case 'parked': {
      const code = parkReason === 'auth' ? 'AUTH_REQUIRED' : 'SERVER_PARKED';
      return { kind: 'refuse', code, ...inMs(nextAttemptAt) };
    }
    case 'shutdown':
    case 'disabled':
      return { kind: 'refuse', code: 'SERVER_SHUT_DOWN' };
    case 'ready':
      if (breaker === 'open')
        return { kind: 'refuse', code: 'CIRCUIT_OPEN', ...inMs(breakerHalfOpensAt) };
      return { kind: breaker === 'halfOpen' ? 'probe' : 'go' };
  }
}
