import { sessionFaults, type SessionFault } from '../plan/fault-kinds.ts';
import { expire } from './answering.ts';
import { pickKind, type Peer } from './peer.ts';
import type { PeerSession } from './peer-session.ts';

/** What happens to a session by itself, from its dialling to its end. */
export async function live(peer: Peer, session: PeerSession): Promise<void> {
  const { scene, plan, chance } = peer;
  while (!session.lost && !session.endAsked) {
    const kind = pickKind(peer, sessionFaults, chance.life);
    const soon = kind === 'flaps';
    const lifeMs = chance.life.gap(plan.sessionLifeMs);
    await scene.after(soon ? chance.life.between(1, 2_500) : lifeMs);
    if (session.lost || session.endAsked) return;
    // Drawn in any case; a session that nobody has yet can only be lost.
    const strikes = scene.faults.strikes(kind, plan.name, chance.life, soon ? 0.35 : 0.9);
    if (strikes) await befall(peer, session, kind);
  }
}

async function befall(peer: Peer, session: PeerSession, kind: SessionFault): Promise<void> {
  const { channel } = session;
  switch (kind) {
    case 'dies':
    case 'flaps':
      session.lost = true;
      return channel.lose({ code: session.kind === 'stdio' ? 'PROCESS_EXITED' : 'STREAM_ENDED' });
    case 'forgetsSession':
      session.forgotten = true;
      // Every second time it is only found out when the server is asked for something.
      if (peer.chance.life.happens(0.5)) expire(session);
      return;
    case 'loginEnds':
      session.lost = true;
      return channel.lose({ kind: 'auth', code: 'LOGIN_NEEDED', message: 'log in again' });
    case 'freezes':
      session.frozen = true;
      await peer.scene.after(peer.chance.life.gap(120_000));
      session.frozen = false;
      return;
    case 'looksDead':
      // Every second suspicion is right.
      session.frozen = peer.chance.life.happens(0.5);
      return channel.observer.onsuspect();
  }
}
