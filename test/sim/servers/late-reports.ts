import type { Peer } from './peer.ts';
import type { PeerSession } from './peer-session.ts';

/** I10: a channel that was given up says something all the same, and nothing comes of it. */
export async function reportLate(peer: Peer, session: PeerSession): Promise<void> {
  const { scene, plan, chance } = peer;
  const delayMs = chance.end.between(0, 90_000);
  if (!scene.faults.strikes('reportsLate', plan.name, chance.end, 0.25)) return;
  await scene.after(delayMs);
  const { channel, server } = session;
  const before = scene.contextOf(server);
  channel.observer.onlost({ kind: 'lost', code: 'LATE', message: 'the old one, once more' });
  channel.observer.onsuspect();
  channel.answer(1, {});
  scene.judge.require(
    scene.contextOf(server) === before,
    'I10 (C2)',
    server,
    () => `a report of the old channel ${session.number} moved the machine`,
  );
}
