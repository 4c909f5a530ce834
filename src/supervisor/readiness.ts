import { LONGEST_DELAY_MS } from '../../machines/policy.ts';
import { HoldfastError } from '../errors/holdfast-error.ts';
import { describeError } from '../health/describe-event.ts';
import type { SupervisedServer } from '../server/supervised-server.ts';
import { checkReadyOptions } from './check-requests.ts';
import type { Fleet } from './fleet.ts';
import { waitUntil } from './wait-until.ts';

/**
 * Resolves when the server is ready. A server that parks meanwhile ends the wait; one that was
 * parked before is waited for, since somebody may be about to revive it. One that was never started
 * is waited for only by a caller that said how long (K4).
 * `timeoutMs` is by default the fleet's `startTimeoutMs`.
 * @throws HoldfastError saying how the server stands.
 */
export async function waitForReady(
  fleet: Fleet,
  name: string,
  options: { readonly timeoutMs?: number } | undefined,
): Promise<void> {
  checkReadyOptions(options);
  const { timeoutMs } = options ?? {};
  const server = fleet.find(name);
  if (isUnstarted(server) && timeoutMs === undefined) throw notReady(server, fleet.clock.now());
  let wasElsewhere = server.state().connection !== 'parked';
  const isDecided = () => {
    const { connection } = server.state();
    if (connection !== 'parked') wasElsewhere = true;
    const parked = connection === 'parked' && wasElsewhere;
    return connection === 'ready' || connection === 'shutdown' || parked;
  };
  const givenMs = timeoutMs ?? fleet.policy.startTimeoutMs;
  const boundMs = Math.min(givenMs, LONGEST_DELAY_MS);
  await waitUntil(server, isDecided, boundMs, fleet.clock);
  if (server.state().connection !== 'ready') throw notReady(server, fleet.clock.now());
}

/** Why a server that somebody waited for is not ready. */
export function notReady(server: SupervisedServer, now: number): HoldfastError {
  if (isUnstarted(server)) return neverStarted(server.name);
  const { connection, parkReason, lastError } = server.state();
  const { nextAttemptAt } = server.observations;
  const reason = lastError ? `: ${describeError(lastError)}` : '';
  const details = {
    server: server.name,
    retryAfterMs: nextAttemptAt === undefined ? undefined : Math.max(0, nextAttemptAt - now),
    advice: 'Ask explain() why, mend the cause and retry, or use another server meanwhile.',
  };
  if (connection === 'shutdown')
    return new HoldfastError('SERVER_SHUT_DOWN', `${server.name} was shut down`, details);
  if (connection === 'parked' && parkReason === 'auth')
    return new HoldfastError('AUTH_REQUIRED', `${server.name} wants a login${reason}`, {
      ...details,
      login: server.facts().login,
      advice: `Log in with "holdfast login ${server.name}" or through the host, then retry.`,
    });
  if (connection === 'parked')
    return new HoldfastError('SERVER_PARKED', `${server.name} is parked${reason}`, details);
  return new HoldfastError('CONNECT_FAILED', `${server.name} is ${connection}${reason}`, details);
}

/** Nobody has called `start()` yet. */
export function isUnstarted(server: SupervisedServer): boolean {
  return !server.isRunning && server.state().connection !== 'shutdown';
}

function neverStarted(server: string): HoldfastError {
  return new HoldfastError('SERVER_UNAVAILABLE', `${server} was never started`, {
    server,
    advice: 'Call start() of its supervisor first; it need not be awaited.',
  });
}
