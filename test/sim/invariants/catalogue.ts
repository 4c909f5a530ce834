import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { steadyTools } from '../servers/offered-tools.ts';
import { perServer } from './per-server.ts';

/**
 * What is offered is true: nothing of a parked or ended server (T3), all of a ready one (T2, R9); and
 * whoever follows the changes knows the same as who asks.
 */
export function watchCatalogue({ judge, supervisor }: Scene): Observer {
  const told = perServer(() => new Set<string>());
  return {
    event(event) {
      const { server } = event;
      if (event.type === 'tools.changed') {
        for (const name of event.removed) told(server).delete(name);
        for (const name of event.added) told(server).add(name);
      }
      if (event.type !== 'server.state') return;
      const { state } = event;
      const offered = supervisor.tools().filter((tool) => tool.server === server).length;
      const known = told(server).size;
      if (state === 'parked' || state === 'shutdown')
        judge.require(
          offered + known === 0,
          'T3',
          server,
          () => `${state}, and offers ${offered} tools, of which it told of ${known}`,
        );
      if (state === 'ready')
        judge.require(
          offered >= steadyTools.length && offered === known,
          'T2 (R9)',
          server,
          () => `ready with ${offered} tools, of which it told of ${known}`,
        );
    },
    // Whoever takes the name next begins with nothing.
    stopped: (server) => told(server).clear(),
  };
}
