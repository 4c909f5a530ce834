import type { Policy } from '../../../machines/policy.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import type { PeerSession } from '../servers/peer-session.ts';
import { perServer } from './per-server.ts';

interface Quiet {
  session: PeerSession | undefined;
  isReady: boolean;
  /** Those that the session has had: a period that has begun ends as it was drawn (F4). */
  policies: readonly Policy[];
  readonly running: Set<unknown>;
  received: number;
  /** When the last message went either way, or the last call ended. */
  since: number;
}

/** I3: a session in which nothing happens is asked whether it is still there (L8). */
export function watchSilence(scene: Scene): Observer {
  const { judge, clock, contextOf, plan } = scene;
  const quiet = perServer(createQuiet);
  const names = plan.fleet.map(({ name }) => name);
  return {
    dialled(session) {
      const policy = contextOf(session.server)?.policy;
      const policies = policy === undefined ? [] : [policy];
      Object.assign(quiet(session.server), { session, policies, received: 0 });
    },
    moved(server, { connection }) {
      const each = quiet(server);
      each.isReady = connection === 'ready';
      const policy = contextOf(server)?.policy;
      if (policy !== undefined && !each.policies.includes(policy))
        each.policies = [...each.policies, policy];
    },
    reached(session) {
      const each = quiet(session.server);
      if (each.session === session) each.since = clock.now();
    },
    // A running call has limits of its own.
    asked: (call) => void quiet(call.server).running.add(call),
    settled: (call) => void quiet(call.server).running.delete(call),
    slept() {
      for (const name of names) quiet(name).since = clock.now();
    },
    instant() {
      const now = clock.now();
      for (const name of names) {
        const each = quiet(name);
        if (hasHappened(each)) each.since = now;
        const silentMs = now - each.since;
        judge.require(
          silentMs === 0 || silentMs <= boundMs(each),
          'I3 (L8)',
          name,
          () => `nobody asked for ${silentMs} ms whether it is there`,
        );
      }
    },
  };
}

function createQuiet(): Quiet {
  return {
    session: undefined,
    isReady: false,
    policies: [],
    running: new Set(),
    received: 0,
    since: 0,
  };
}

/** Whether there is no silence just now; what was received is counted by the channel itself. */
function hasHappened(each: Quiet): boolean {
  const { session, isReady, running } = each;
  if (session === undefined || !isReady || running.size > 0) return true;
  const { received } = session.channel;
  const isNew = received !== each.received;
  each.received = received;
  return isNew;
}

/**
 * A message that came just after the keepalive has looked excuses its next look too, so the one after
 * that asks: two periods, which chance only shortens. Whoever was asked is asked again, or given up,
 * when the time for the answer is over.
 */
function boundMs({ policies }: Quiet): number {
  const periods = policies.map(({ keepaliveMs }) => keepaliveMs || Infinity);
  return Math.max(
    ...periods.map((each) => 2 * each),
    ...policies.map((each) => each.pingTimeoutMs),
  );
}
