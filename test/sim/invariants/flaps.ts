import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { most, perServer } from './per-server.ts';

/** I6: a server whose sessions prove nothing is parked when its budget of flaps is spent (C6a). */
export function watchFlaps({ judge, policiesOf }: Scene): Observer {
  const watch = perServer(() => ({ count: 0, isUnproven: false, isOver: false }));
  return {
    sent(server, event) {
      // C10.
      const forgiving = ['user', 'login', 'config'];
      if (event.type === 'retry' && forgiving.includes(event.reason ?? 'user'))
        Object.assign(watch(server), { count: 0, isOver: false });
    },
    stopped: (server) => void Object.assign(watch(server), { count: 0, isOver: false }),
    event(event) {
      const each = watch(event.server);
      switch (event.type) {
        case 'server.proven':
        case 'server.stable':
          each.isUnproven = false;
          each.count = 0;
          return;
        case 'server.draining':
          // A loss that was coming anyway is no flap.
          each.isUnproven = false;
          return;
        case 'server.lost':
          if (each.isUnproven) each.count += 1;
          each.isOver =
            each.isUnproven && each.count > most(policiesOf(event.server), 'flapBudget');
          return;
        case 'server.state':
          judge.require(
            event.state !== 'reconnecting' || !each.isOver,
            'I6 (C6a)',
            event.server,
            () => `${each.count} sessions proved nothing, and it goes on`,
          );
          each.isUnproven = event.state === 'ready';
          each.isOver = false;
          return;
        default:
      }
    },
  };
}
