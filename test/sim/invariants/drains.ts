import type { CallRecord } from '../people/call-record.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import type { PeerSession } from '../servers/peer-session.ts';
import { perServer } from './per-server.ts';

/** L3: a shutdown waits for the calls that run, and for nothing once the last of them has settled (S2). */
export function watchDrains({ judge, plan }: Scene): Observer {
  const ending = new Set<string>();
  const latest = perServer<{ session: PeerSession | undefined }>(() => ({ session: undefined }));
  const running = perServer(() => new Map<CallRecord, PeerSession>());
  const drained = new Set<string>();
  return {
    dialled: (session) => void (latest(session.server).session = session),
    asked: (call, session) => void running(call.server).set(call, session),
    settled(call) {
      const { server } = call;
      const calls = running(server);
      if (calls.delete(call) && calls.size === 0 && ending.has(server)) drained.add(server);
    },
    stopping(server) {
      for (const { name } of plan.fleet)
        if (server === 'fleet' || name === server) ending.add(name);
    },
    stopped: (server) => void ending.delete(server),
    instant() {
      for (const server of drained) {
        const { session } = latest(server);
        judge.require(
          session === undefined || session.endAsked || session.lost,
          'L3 (S2)',
          server,
          () => 'its last call has settled, and its shutdown waits',
        );
      }
      if (drained.size > 0) drained.clear();
    },
  };
}
