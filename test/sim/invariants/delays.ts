import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { most, perServer } from './per-server.ts';

interface Wait {
  readonly at: number;
  readonly ms: number;
}

/** I4: every delay lies between its floor and its cap, and is waited (C5, C8). */
export function watchDelays(scene: Scene): Observer {
  const { judge, clock, policiesOf, stateOf } = scene;
  const waits = perServer<{ last: Wait | undefined; isHinted: boolean }>(() => ({
    last: undefined,
    isHinted: false,
  }));
  let awakeSince = -1;

  const checkBackoff = (server: string, waitMs: number) => {
    const policies = policiesOf(server);
    const floors = [...policies].map(({ baseDelayMs, jitter }) => baseDelayMs * (1 - jitter));
    const step = stateOf(server)?.step ?? 0;
    const ceilings = [...policies].map(({ baseDelayMs, factor, maxDelayMs }) =>
      Math.min(maxDelayMs, baseDelayMs * factor ** step),
    );
    const isHinted = waits(server).isHinted;
    // A step that was reached under an old policy says nothing about delays of the new one.
    const isLoose = isHinted || policies.size > 1;
    const cap = isLoose ? most(policies, 'maxDelayMs') : Math.max(...ceilings);
    judge.require(
      waitMs >= Math.floor(Math.min(...floors)) && waitMs <= cap,
      'I4 (C5)',
      server,
      () => `waits ${waitMs} ms at step ${step}, where ${cap} ms is the cap`,
    );
  };

  const checkProbe = (server: string, waitMs: number) => {
    const policies = [...policiesOf(server)];
    const probes = policies.map(({ parkedProbeMs }) => parkedProbeMs || 0);
    const floor = Math.min(...probes) * (1 - most(policiesOf(server), 'parkedJitter'));
    judge.require(
      waitMs >= Math.floor(floor) && waitMs <= Math.max(...probes),
      'I4 (C8)',
      server,
      () => `a probe ${waitMs} ms after parking`,
    );
  };

  /** Exactly at its end: earlier is a storm, later is a wait that nobody was told of. */
  const checkWaited = (server: string) => {
    const { last } = waits(server);
    const now = clock.now();
    if (last === undefined || now <= awakeSince) return;
    judge.require(
      now === last.at + last.ms,
      'I4 (C5)',
      server,
      () => `attempts at ${now}, after a wait of ${last.ms} ms from ${last.at}`,
    );
  };

  return {
    dialled: ({ server, fault }) => void (waits(server).isHinted = fault === 'retryAfter'),
    stopping: (server) => void (waits(server).last = undefined),
    slept: () => void (awakeSince = clock.now()),
    event(event) {
      const { server } = event;
      const wait = waits(server);
      if (event.type === 'server.waiting') checkBackoff(server, event.waitMs);
      if (event.type === 'server.parked' && event.waitMs !== undefined)
        checkProbe(server, event.waitMs);
      if (event.type === 'server.waiting' || event.type === 'server.parked')
        wait.last = event.waitMs === undefined ? undefined : { at: clock.now(), ms: event.waitMs };
      if (event.type !== 'server.attempting') return;
      if (event.cause === 'probe') checkWaited(server);
      if (event.cause === 'ladder') checkWaited(server);
      wait.last = undefined;
    },
  };
}
