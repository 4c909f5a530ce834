import type { CallRecord } from '../people/call-record.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import type { PeerSession } from '../servers/peer-session.ts';
import { perServer } from './per-server.ts';

/** I6: a call that was answered proves its session, which is then no flap (C6a, K10). */
export function watchProofs({ judge, stateOf }: Scene): Observer {
  const latest = perServer<{ session: PeerSession | undefined; isProven: boolean }>(() => ({
    session: undefined,
    isProven: false,
  }));
  const askedIn = new WeakMap<CallRecord, PeerSession>();
  return {
    dialled: (session) => void (latest(session.server).session = session),
    asked: (call, session) => void askedIn.set(call, session),
    event(event) {
      if (event.type === 'server.proven') latest(event.server).isProven = true;
      if (event.type === 'server.state') latest(event.server).isProven = false;
    },
    settled(call) {
      const { session, isProven } = latest(call.server);
      const isPresent = askedIn.get(call) === session && session?.lost === false;
      if (call.settled !== 'answered' || !isPresent) return;
      judge.require(
        isProven || stateOf(call.server)?.connection !== 'ready',
        'I6 (C6a, K10)',
        call.server,
        () => `${call.key} was answered, and its session is not proven`,
      );
    },
  };
}
