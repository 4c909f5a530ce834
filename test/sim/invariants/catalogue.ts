import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { steadyTools } from '../servers/offered-tools.ts';

/** What is offered is true: nothing of a parked or ended server (T3), all of a ready one (T2, R9). */
export function watchCatalogue({ judge, supervisor }: Scene): Observer {
  return {
    event(event) {
      if (event.type !== 'server.state') return;
      const { server, state } = event;
      const offered = supervisor.tools().filter((tool) => tool.server === server).length;
      if (state === 'parked' || state === 'shutdown')
        judge.require(offered === 0, 'T3', server, () => `${state}, and offers ${offered} tools`);
      if (state === 'ready')
        judge.require(
          offered >= steadyTools.length,
          'T2 (R9)',
          server,
          () => `ready with ${offered} tools`,
        );
    },
  };
}
