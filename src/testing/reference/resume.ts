import type { ServerContext } from '../../../machines/context.ts';
import type { PublicSnapshot, PublicState } from '../../../machines/public-state.ts';
import { publicState } from '../../../machines/public-state.ts';
import { createMemory, isAttempting, type Memory, type Place } from './memory.ts';

/**
 * The reference model in the middle of a life that it has not seen, as a snapshot of the machine tells
 * it. How long its timers have run is not told, so that each may fire at any time.
 */
export function resumeMemory(snapshot: PublicSnapshot, random: Memory['random']): Memory {
  const { context } = snapshot;
  const { policy, recovery, session, wait, breaker } = context;
  const seen = publicState(snapshot);
  const { connection } = snapshot.value as { readonly connection: unknown };
  const server = createMemory(policy, random, context.generation);
  server.place = placeOf(connection, seen);
  server.without = withoutOf(seen, context);
  server.hasLink = server.place !== 'closed' && !isResting(server.place);
  server.links = server.hasLink ? 1 : 0;
  server.cause = context.cause;
  server.wait = wait && { ms: wait.ms, isHinted: wait.hinted };
  server.retries = recovery.retries;
  server.step = recovery.step;
  server.flaps = recovery.flaps;
  server.eagerDials = recovery.eagerDials;
  server.isFreeAttemptSpent = recovery.freeAttemptSpent;
  server.wasConfigurationOpened = recovery.openedBefore;
  server.isProven = session.proven;
  server.isStable = session.stable;
  server.parkReason = context.parkReason;
  server.lastError = context.lastError;
  server.breaker.resume({ ...seen, failures: breaker.failures, cooldownMs: breaker.cooldownMs });
  armTimers(server, connection);
  return server;
}

function placeOf(inside: unknown, { connection, attempting, draining }: PublicState): Place {
  if (isIn(inside, 'closed')) return 'closed';
  if (attempting) return isIn(inside, 'queued') ? 'queued' : 'dialling';
  if (connection === 'ready') return draining ? 'rebuilding' : 'serving';
  if (connection === 'shutdown') return draining ? 'draining' : 'closing';
  return connection === 'parked' ? 'waiting' : 'backingOff';
}

/** With a session it does not matter yet; without one ever before it is still connecting. */
function withoutOf({ connection }: PublicState, { generation }: ServerContext): Memory['without'] {
  if (connection === 'connecting' || connection === 'parked') return connection;
  return connection === 'shutdown' && generation === 0 ? 'connecting' : 'reconnecting';
}

function isResting(place: Place): boolean {
  return place === 'backingOff' || place === 'waiting';
}

function armTimers(server: Memory, inside: unknown): void {
  const { timers, place, policy, isStable } = server;
  if (isAttempting(server) && place === 'dialling') timers.arm('deadline', 0);
  if (place === 'backingOff') timers.arm('wait', 0);
  if (place === 'waiting' && policy.parkedProbeMs !== false) timers.arm('wait', 0);
  if (place === 'waiting' && isIn(inside, 'resting')) timers.arm('spacing', 0);
  if ((place === 'serving' || place === 'rebuilding') && !isStable) timers.arm('stable', 0);
  if (place === 'rebuilding' || place === 'draining') timers.arm('drain', 0);
  if (place === 'closing') timers.arm('close', 0);
}

/** Whether a state of this name is active, at whatever depth. */
function isIn(value: unknown, name: string): boolean {
  if (typeof value === 'string') return value === name;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inside]) => key === name || isIn(inside, name));
}
