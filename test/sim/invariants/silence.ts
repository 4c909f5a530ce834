import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { perServer } from './per-server.ts';

interface Quiet {
  /** Nothing runs, and nothing was asked since; undefined without such a silence. */
  since: number | undefined;
  readonly running: Set<unknown>;
}

/** I3: a session in which nothing happens is asked whether it is still there (L8). */
export function watchSilence({ judge, clock, policiesOf, stateOf, plan }: Scene): Observer {
  const quiet = perServer<Quiet>(() => ({ since: undefined, running: new Set() }));

  /** What comes in just before a look of the keepalive excuses the silence up to the next one. */
  const boundMs = (server: string) => {
    const periods = [...policiesOf(server)].map(({ keepaliveMs }) => keepaliveMs || Infinity);
    return 3 * Math.max(...periods);
  };

  const endSilence = (server: string) => {
    const each = quiet(server);
    const { since } = each;
    const silentMs = since === undefined ? 0 : clock.now() - since;
    judge.require(
      silentMs <= boundMs(server),
      'I3 (L8)',
      server,
      () => `nobody asked for ${silentMs} ms whether it is there`,
    );
    const begins = each.running.size === 0 && stateOf(server)?.connection === 'ready';
    each.since = begins ? clock.now() : undefined;
  };

  return {
    reached: ({ server }) => endSilence(server),
    asked(call) {
      // A running call has limits of its own.
      quiet(call.server).running.add(call);
      quiet(call.server).since = undefined;
    },
    settled(call) {
      quiet(call.server).running.delete(call);
      endSilence(call.server);
    },
    event(event) {
      if (event.type === 'server.state') endSilence(event.server);
    },
    slept() {
      for (const { name } of plan.fleet) quiet(name).since = undefined;
    },
  };
}
