import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import type { PeerSession } from '../servers/peer-session.ts';
import { perServer } from './per-server.ts';

/** I1: at most one link per server; and no process while the last one's may still be there (C13). */
export function watchLinks({ judge }: Scene): Observer {
  const earlier = perServer<PeerSession[]>(() => []);
  return {
    dialled(session) {
      const sessions = earlier(session.server);
      const rivals = sessions.filter(isRival);
      judge.require(
        rivals.length === 0,
        'I1 (C2, C13)',
        session.server,
        () => `${session.number} is dialled beside ${rivals.map(({ number }) => number).join()}`,
      );
      sessions.splice(0, Infinity, ...sessions.filter(({ ended }) => !ended), session);
    },
  };
}

/** Over HTTP there is no process to wait for: a session that is being ended may still be there. */
function isRival({ kind, ended, lost, endAsked }: PeerSession): boolean {
  return kind === 'stdio' ? !ended : !lost && !endAsked;
}
