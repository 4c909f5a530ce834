import type { AttemptCause, Failure, ParkReason } from '../../../machines/events.ts';
import { startLink } from './links.ts';
import { isAttempting, type Memory } from './memory.ts';
import { backOff, charge, park } from './resting.ts';

/** C2: one attempt at a time; whatever ran before is over. */
export function attempt(server: Memory, cause: AttemptCause): void {
  startLink(server);
  server.cause = cause;
  server.timers.disarmRecovery();
  dial(server);
}

/** C2: the deadline runs from the start of dialling, and is longer for a new configuration. */
export function dial(server: Memory): void {
  const { connectTimeoutMs, firstConnectTimeoutMs } = server.policy;
  server.place = 'dialling';
  server.timers.arm(
    'deadline',
    server.wasConfigurationOpened ? connectTimeoutMs : firstConnectTimeoutMs,
  );
}

/** C2, F2: waiting for a place is not the attempt's fault. */
export function queue(server: Memory): void {
  if (!isAttempting(server)) return;
  server.place = 'queued';
  server.timers.disarm('deadline');
}

export function open(server: Memory): void {
  if (!isAttempting(server)) return;
  server.generation += 1;
  // R6: every session gives the budget back; C5: the delay is remembered.
  server.retries = server.eagerDials = 0;
  server.isProven = server.isStable = false;
  server.wasConfigurationOpened = true;
  // C7, R10: the reason stays until now, and revival clears the error.
  server.parkReason = server.lastError = undefined;
  server.without = 'reconnecting';
  server.place = 'serving';
  server.timers.disarmRecovery();
  server.timers.arm('stable', server.policy.stableAfterMs);
  server.breaker.close();
}

export function fail(server: Memory, { kind, code, message, retryAfterMs }: Failure): void {
  if (!isAttempting(server)) return;
  server.lastError = { code, message, kind };
  // C4, C7: trying again cannot mend it, whatever state it came from.
  if (kind !== 'transient') return park(server, kind);
  // C8: a parked server makes one attempt, and climbs no ladder.
  if (server.without === 'parked') return park(server, reasonAfterWake(server));
  const isUncharged = server.cause === 'eager' || server.cause === 'wake';
  // C5a, C9: the delay drawn before is waited again in full; without one there is nothing to repeat.
  if (isUncharged && server.wait) return backOff(server, server.wait, retryAfterMs);
  charge(server, retryAfterMs);
}

/** C7: after an attempt that was asked for, and forbidden by nothing, the server is not hopeless. */
function reasonAfterWake({ cause, parkReason = 'startup', generation }: Memory): ParkReason {
  const isAsked = cause === 'user' || cause === 'login' || cause === 'config';
  if (!isAsked || (parkReason !== 'permanent' && parkReason !== 'auth')) return parkReason;
  return generation === 0 ? 'startup' : 'budget';
}
