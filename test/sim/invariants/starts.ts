import { HOUR_MS } from '../plan/hour.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import type { PeerSession } from '../servers/peer-session.ts';
import { most, perServer } from './per-server.ts';

/** I5: starts in any hour, and starts at once, stay within what the gate allows (F2). */
export function watchStarts(scene: Scene): Observer {
  const { judge, clock, policiesOf, fleetPolicy } = scene;
  const recent = perServer<number[]>(() => []);
  const changes = perServer<{ known: number; at: number[] }>(() => ({ known: 1, at: [] }));
  const starting = new Map<string, PeerSession>();

  const checkHour = (server: string) => {
    const now = clock.now();
    const policies = policiesOf(server);
    const { known, at } = changes(server);
    // A raised burst may be used at once, whatever was used of the old one.
    if (policies.size > known) at.push(now);
    changes(server).known = policies.size;
    const raised = at.filter((each) => now - each < HOUR_MS).length;
    const limit = most(policies, 'startBurst') * (1 + raised) + most(policies, 'startsPerHour');
    const times = recent(server);
    times.push(now);
    while ((times[0] ?? now) <= now - HOUR_MS) times.shift();
    judge.require(
      times.length <= limit,
      'I5 (F2)',
      server,
      () => `${times.length} starts within an hour, where ${limit} are allowed`,
    );
  };

  const checkPlaces = (session: PeerSession) => {
    starting.set(session.server, session);
    const rivals = [...starting.values()].filter(
      ({ kind, dialledAt }) =>
        kind === session.kind && clock.now() - dialledAt < fleetPolicy.startSlotMs,
    );
    const places = session.kind === 'stdio' ? fleetPolicy.maxSpawns : fleetPolicy.maxDials;
    judge.require(
      rivals.length <= places,
      'I5 (F2)',
      session.server,
      () => `${rivals.length} start at once, where there are ${places} places`,
    );
  };

  return {
    dialled(session) {
      checkHour(session.server);
      checkPlaces(session);
    },
    event({ type, server }) {
      // Whatever the attempt has come to, its place is free again.
      if (type === 'server.failed' || type === 'server.state' || type === 'server.parked')
        starting.delete(server);
    },
  };
}
