import type { RetryEvent } from '../../../machines/events.ts';
import { mergePolicy, type Policy } from '../../../machines/policy.ts';
import { attempt, dial } from './attempts.ts';
import { checkLink } from './links.ts';
import { connectionOf, type Memory } from './memory.ts';
import { restParked } from './resting.ts';
import { rebuild } from './sessions.ts';

/** C9, one row of its table after the other. */
export function retry(server: Memory, { reason = 'user', policy }: Omit<RetryEvent, 'type'>): void {
  // S1
  if (connectionOf(server) === 'shutdown') return;
  switch (reason) {
    case 'user':
      adopt(server, policy);
      return retryForUser(server);
    case 'login':
    case 'config':
      adopt(server, policy);
      // C2: another configuration has never been opened.
      if (reason === 'config') server.wasConfigurationOpened = false;
      return retryAnew(server, reason);
    case 'call':
      return retryForCall(server);
    case 'wake':
      return retryAfterWake(server);
  }
}

/** E3: a bad policy is ignored whole; F4: a good one holds from the next timer on. */
export function adopt(server: Memory, patch: Partial<Policy> | undefined): void {
  try {
    server.policy = mergePolicy(server.policy, patch);
  } catch {
    return;
  }
  server.breaker.adopt(server.policy);
  const hasNoTimer = server.place === 'waiting' && server.wait === undefined;
  // C8, C14: a parked server that gets its timer back begins its wait anew.
  if (hasNoTimer && server.policy.parkedProbeMs !== false) restParked(server);
}

function retryForUser(server: Memory): void {
  forgive(server);
  switch (server.place) {
    case 'serving':
      return rebuild(server);
    case 'backingOff':
    case 'waiting':
      return attempt(server, 'user');
    case 'queued':
    case 'dialling':
      // C7: whoever joins an attempt has asked for it, too.
      server.cause = 'user';
      return;
    default:
  }
}

function retryAnew(server: Memory, reason: 'login' | 'config'): void {
  forgive(server);
  if (server.place === 'serving') rebuild(server);
  else if (server.place !== 'rebuilding') attempt(server, reason);
}

function retryForCall(server: Memory): void {
  const { place, parkReason, wait, timers, policy } = server;
  if (place === 'waiting') {
    // C12
    const isHopeless = parkReason === 'permanent' || parkReason === 'auth';
    if (!isHopeless && !timers.isArmed('spacing')) attempt(server, 'call');
  } else if (place === 'backingOff') {
    // C5a: a server that named a time is not asked before it.
    if (wait?.isHinted || server.eagerDials >= policy.eagerDials) return;
    server.eagerDials += 1;
    attempt(server, 'eager');
  }
}

function retryAfterWake(server: Memory): void {
  switch (server.place) {
    case 'dialling':
      return dial(server);
    case 'backingOff':
    case 'waiting':
      return attempt(server, 'wake');
    case 'serving':
    case 'rebuilding':
      return checkLink(server);
    default:
  }
}

/** C10 */
function forgive(server: Memory): void {
  server.retries = server.step = server.flaps = server.eagerDials = 0;
}
