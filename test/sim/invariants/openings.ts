import type { PublicState } from '../../../machines/public-state.ts';
import type { CallRecord } from '../people/call-record.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import type { PeerSession } from '../servers/peer-session.ts';
import { perServer } from './per-server.ts';

interface Failures {
  session: PeerSession | undefined;
  breaker: PublicState['breaker'] | undefined;
  /** In a row, and since the session began. */
  row: number;
  sum: number;
  /** The newest moment that had any, and how many it had. */
  at: number;
  then: number;
  cutAt: number;
  /** From the session's loss to the next session. */
  isLost: boolean;
}

/** What was known when the breaker opened. */
type Opening = Pick<Failures, 'row' | 'sum'> & { readonly then: number };

/** I16: a breaker opens only for what its session's calls met, and one loss is one failure (B1, B2, B5). */
export function watchOpenings({ judge, clock, contextOf }: Scene): Observer {
  const watch = perServer<Failures>(() => ({
    session: undefined,
    breaker: undefined,
    row: 0,
    sum: 0,
    at: -1,
    then: 0,
    cutAt: -1,
    isLost: false,
  }));
  const opened = new Map<string, Opening>();
  const askedIn = new WeakMap<CallRecord, PeerSession>();

  const count = (each: Failures) => {
    const now = clock.now();
    Object.assign(each, { row: each.row + 1, sum: each.sum + 1 });
    Object.assign(each, { at: now, then: each.at === now ? each.then + 1 : 1 });
  };

  /** Whatever is cut at one moment, the session's own end included, is one failure. */
  const countCut = (each: Failures) => {
    if (each.cutAt !== clock.now()) count(each);
    each.cutAt = clock.now();
  };

  /** Within one moment nobody here knows what came first, so that what failed in it counts in any case. */
  const inThisMoment = ({ at, then }: Failures) => (at === clock.now() ? then : 0);

  return {
    dialled: (session) => void (watch(session.server).session = session),
    spoiled(session, isCut) {
      const each = watch(session.server);
      if (session !== each.session) return;
      if (isCut) countCut(each);
      else count(each);
    },
    asked: (call, session) => void askedIn.set(call, session),
    settled(call) {
      const { server, settled } = call;
      const each = watch(server);
      if (settled !== 'answered' && settled !== 'SERVER_ERROR') return;
      // B7: nor does it forgive the next session anything.
      if (askedIn.get(call) !== each.session && !each.isLost) return;
      // K8: what an ended session still answers does not take back the one failure that its loss is.
      each.row = Math.max(inThisMoment(each), each.isLost ? 1 : 0);
    },
    sent(server, event) {
      if (event.type !== 'link.lost') return;
      countCut(watch(server));
      watch(server).isLost = true;
    },
    event(event) {
      const { server } = event;
      const each = watch(server);
      if (event.type === 'server.state' && event.state === 'ready')
        Object.assign(each, { row: 0, sum: 0, at: -1, cutAt: -1, isLost: false });
      if (event.type === 'breaker.opened' && each.breaker === 'closed')
        opened.set(server, { row: each.row, sum: each.sum, then: inThisMoment(each) });
    },
    moved: (server, { breaker }) => void (watch(server).breaker = breaker),
    instant() {
      for (const [server, opening] of opened) {
        const policy = contextOf(server)?.policy;
        if (policy === undefined) continue;
        const { failureThreshold, failureRate, failureRateMinCalls } = policy;
        // Some failures are only known once the moment is over.
        const more = inThisMoment(watch(server)) - opening.then;
        const [row, sum] = [opening.row + more, opening.sum + more];
        judge.require(
          row >= failureThreshold || sum >= failureRate * failureRateMinCalls,
          'I16 (B1, B2)',
          server,
          () => `its breaker opens after ${row} failures in a row, ${sum} in this session`,
        );
      }
      if (opened.size > 0) opened.clear();
    },
  };
}
