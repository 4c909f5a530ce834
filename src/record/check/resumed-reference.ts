import { publicState, type PublicSnapshot } from '../../../machines/public-state.ts';
import { referenceOf, type Reference } from '../../testing/reference-model.ts';
import { createServer, type Server, type TimerName } from '../../testing/reference/server.ts';

/**
 * The reference model in the middle of a life that it has not seen, as a snapshot of the machine tells
 * it. How long its timers have run is not told, so that each may fire at any time.
 */
export function resumedReference(snapshot: PublicSnapshot, random: Server['random']): Reference {
  const { policy, generation, recovery, session, wait, cause, breaker } = snapshot.context;
  const { retries, step, flaps, eagerDials } = recovery;
  const { parkReason, lastError } = snapshot.context;
  const seen = publicState(snapshot);
  const server: Server = {
    ...createServer(policy, random),
    place: placeOf(snapshot),
    cause: cause === 'eager' ? 'call' : cause,
    counts: { retries, step, flaps, generation },
    eagerDials,
    wait: { ms: wait?.ms ?? 0, isHinted: wait?.hinted === true },
    was: {
      ready: seen.connection !== 'connecting',
      configurationOpened: recovery.openedBefore,
      proven: session.proven,
      freeAttemptSpent: recovery.freeAttemptSpent,
    },
    trouble: { ...(parkReason && { parkReason }), ...(lastError && { lastError }) },
    breaker: { state: seen.breaker, failures: breaker.failures },
    cooldownMs: breaker.cooldownMs,
    links: 1,
  };
  for (const timer of timersOf(snapshot, server.place)) server.due.set(timer, 0);
  return referenceOf(server);
}

function placeOf(snapshot: PublicSnapshot): Server['place'] {
  const { connection, attempting } = publicState(snapshot);
  if (attempting) return 'attempting';
  if (connection === 'shutdown') return isIn(snapshot, 'closed') ? 'ended' : 'ending';
  return connection === 'ready' ? 'ready' : 'resting';
}

function timersOf(snapshot: PublicSnapshot, place: Server['place']): TimerName[] {
  const { parkReason, probe, draining, breaker } = publicState(snapshot);
  const { policy, session } = snapshot.context;
  const isParked = place === 'resting' && parkReason !== undefined;
  const isProbed = !isParked || policy.parkedProbeMs !== false;
  const isRunning: Readonly<Record<TimerName, boolean>> = {
    deadline: place === 'attempting' && !isIn(snapshot, 'queued'),
    wait: place === 'resting' && isProbed,
    spacing: isParked && isIn(snapshot, 'resting'),
    stable: place === 'ready' && !session.stable,
    drain: draining === true,
    close: place === 'ending' && draining !== true,
    cooldown: breaker === 'open',
    slot: probe === 'taken',
  };
  return (Object.keys(isRunning) as TimerName[]).filter((timer) => isRunning[timer]);
}

/** Whether a state of this name is active in the connection, at whatever depth. */
function isIn({ value }: PublicSnapshot, name: string): boolean {
  const { connection } = value as { readonly connection: unknown };
  return JSON.stringify(connection).includes(`"${name}"`);
}
