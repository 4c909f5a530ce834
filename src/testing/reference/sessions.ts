import type { Loss } from '../../../machines/events.ts';
import { attempt } from './attempts.ts';
import { hasSession, type Memory } from './memory.ts';
import { charge, park } from './resting.ts';

/** C6a: an answered call is proof. */
export function prove(server: Memory): void {
  if (!hasSession(server)) return;
  server.isProven = true;
  server.flaps = 0;
}

/** C5, C6a, C11: a healthy while forgives everything. */
export function stabilise(server: Memory): void {
  server.isStable = true;
  server.step = server.flaps = 0;
  server.isFreeAttemptSpent = false;
}

/** C9: running calls drain first. */
export function rebuild(server: Memory): void {
  server.place = 'rebuilding';
  server.timers.arm('drain', server.policy.drainMs);
}

export function lose(server: Memory, { kind, code, message }: Loss): void {
  if (!hasSession(server)) return;
  server.lastError = { code, message, kind };
  // C6, C9: the session was going to end anyway.
  if (server.place === 'rebuilding') return attempt(server, 'loss');
  const { flapBudget } = server.policy;
  const isFlap = !server.isProven && !server.isStable;
  // C6a: beyond one too many, more of them decide nothing.
  if (isFlap) server.flaps = Math.min(server.flaps + 1, flapBudget + 1);
  const isFreeAttemptLeft = !server.isFreeAttemptSpent;
  // C16: only a session that had worked may have met a token that was just being renewed.
  if (kind === 'auth' && !(server.isProven && isFreeAttemptLeft)) return park(server, 'auth');
  if (isFlap && server.flaps > flapBudget) return park(server, 'flapping');
  // C6, C11: free already, so that nothing is spent.
  if (server.isStable) return attempt(server, 'loss');
  // C11, C16: both share one.
  if (kind !== 'lost' && isFreeAttemptLeft) {
    server.isFreeAttemptSpent = true;
    return attempt(server, 'loss');
  }
  charge(server);
}
