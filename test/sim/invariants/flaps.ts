import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { perServer } from './per-server.ts';

interface Flaps {
  count: number;
  isUnproven: boolean;
  /** The budget is spent, so that the next state is no other than parked. */
  isOver: boolean;
}

/** I6: a server whose sessions prove nothing is parked when its budget of flaps is spent (C6a). */
export function watchFlaps({ judge, contextOf }: Scene): Observer {
  const watch = perServer<Flaps>(() => ({ count: 0, isUnproven: false, isOver: false }));
  const forget = (server: string) => Object.assign(watch(server), { count: 0, isOver: false });

  const lose = (server: string, flaps: Flaps) => {
    if (!flaps.isUnproven) return;
    const budget = contextOf(server)?.policy.flapBudget ?? 0;
    flaps.isOver = flaps.count + 1 > budget;
    // As far as the machine counts, so that both know the same after the budget was changed.
    flaps.count = Math.min(flaps.count + 1, budget + 1);
  };

  return {
    sent(server, event) {
      // C10.
      const forgiving = ['user', 'login', 'config'];
      if (event.type === 'retry' && forgiving.includes(event.reason ?? 'user')) forget(server);
    },
    stopped: (server) => void forget(server),
    event(event) {
      const { server } = event;
      const each = watch(server);
      // A successor knows nothing of what its predecessor counted (C15).
      if (event.type === 'server.replaced') forget(server);
      if (event.type === 'server.proven' || event.type === 'server.stable')
        Object.assign(forget(server), { isUnproven: false });
      // A loss that was coming anyway is no flap (C6).
      if (event.type === 'server.draining') each.isUnproven = false;
      if (event.type === 'server.lost') lose(server, each);
      if (event.type !== 'server.state') return;
      judge.require(
        event.state !== 'reconnecting' || !each.isOver,
        'I6 (C6a)',
        server,
        () => `${each.count} sessions proved nothing, and it goes on`,
      );
      each.isUnproven = event.state === 'ready';
      each.isOver = false;
    },
  };
}
