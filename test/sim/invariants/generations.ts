import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { perServer } from './per-server.ts';

/** I10: each session is one generation on; what old channels say is looked at by the servers. */
export function watchGenerations({ judge }: Scene): Observer {
  const last = perServer(() => ({ generation: 0 }));
  return {
    event(event) {
      if (event.type !== 'server.state' || event.state !== 'ready') return;
      const before = last(event.server).generation;
      judge.require(
        event.generation === before + 1,
        'I10 (B7)',
        event.server,
        () => `generation ${event.generation} after ${before}`,
      );
      last(event.server).generation = event.generation;
    },
    // Whoever takes the name next counts from the start.
    stopped: (server) => void (last(server).generation = 0),
  };
}
