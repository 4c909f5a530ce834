import type { SupervisorEvent } from '../../../src/supervisor/events.ts';
import { chanceOf } from '../plan/chance.ts';
import { perServer } from '../invariants/per-server.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import type { Callers } from './callers.ts';

/** A host that answers an event at once, from within its listener, as they should not and all do. */
export function createRashHost(
  { plan, supervisor, faults, journal }: Scene,
  callers: ReadonlyMap<string, Callers>,
): Observer {
  const chance = perServer((server) => chanceOf(plan.seed, `${server} rash host`));
  const reactions: Partial<Record<SupervisorEvent['type'], readonly ('retry' | 'call')[]>> = {
    // R13: a retry in the very moment of parking must not be lost.
    'server.parked': ['retry', 'call'],
    'server.lost': ['retry', 'call'],
    'server.failed': ['call', 'retry'],
    'server.waiting': ['call', 'retry'],
    'server.state': ['call', 'retry'],
    'breaker.opened': ['retry', 'call'],
    'breaker.halfOpened': ['call', 'retry'],
    'tools.changed': ['call'],
  };
  return {
    event({ type, server }) {
      const possible = reactions[type];
      if (!plan.isHostRash || possible === undefined || !faults.active) return;
      const own = chance(server);
      const reaction = own.pick(possible);
      if (!own.happens(0.06) || supervisor.stopping.aborted) return;
      journal.note(server, `host answers ${type} with ${reaction}`);
      // Not awaited, and from a removed server nothing is expected: this host looks at nothing.
      if (reaction === 'call') void callers.get(server)?.callPlainly();
      else void supervisor.retry(server).catch(() => undefined);
    },
  };
}
