import type { PublicState } from '../../../machines/public-state.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { least, most, perServer } from './per-server.ts';

interface Opening {
  readonly at: number;
  readonly cooldownMs: number;
}

/** I16: an open breaker half-opens after its cooldown, neither sooner nor later, and a session closes it. */
export function watchCooldowns(scene: Scene): Observer {
  const { judge, clock, policiesOf } = scene;
  const watch = perServer<{ state: PublicState | undefined; opened: Opening | undefined }>(() => ({
    state: undefined,
    opened: undefined,
  }));
  let awakeSince = -1;

  const checkOpening = (server: string, cooldownMs: number) => {
    const policies = policiesOf(server);
    const [floor, cap] = [least(policies, 'cooldownMs'), most(policies, 'cooldownMaxMs')];
    const require = (holds: boolean, what: string) =>
      judge.require(holds, 'I16 (B3)', server, () => what);
    require(cooldownMs >= floor && cooldownMs <= cap, `a cooldown of ${cooldownMs} ms`);
    const { state, opened } = watch(server);
    require(state?.breaker !== 'open', 'it opens while it is open');
    // A policy that changed meanwhile moves a cooldown as well.
    if (state?.breaker !== 'halfOpen' || opened === undefined || policies.size > 1) return;
    const doubled = Math.min(opened.cooldownMs * 2, cap);
    require(cooldownMs === doubled, `a failed probe makes ${cooldownMs} ms, and not ${doubled} ms`);
  };

  const checkEnd = (server: string) => {
    const { opened } = watch(server);
    const now = clock.now();
    if (opened === undefined || now <= awakeSince) return;
    judge.require(
      now === opened.at + opened.cooldownMs,
      'I16 (B3)',
      server,
      () => `half-open at ${now}, after ${opened.cooldownMs} ms from ${opened.at}`,
    );
  };

  return {
    slept: () => void (awakeSince = clock.now()),
    stopped: (server) => Object.assign(watch(server), { state: undefined, opened: undefined }),
    event(event) {
      const { server } = event;
      if (event.type === 'breaker.halfOpened') checkEnd(server);
      if (event.type !== 'breaker.opened') return;
      checkOpening(server, event.cooldownMs);
      watch(server).opened = { at: clock.now(), cooldownMs: event.cooldownMs };
    },
    moved(server, state) {
      const each = watch(server);
      const isNew = state.connection === 'ready' && each.state?.connection !== 'ready';
      judge.require(
        !isNew || state.breaker === 'closed',
        'I16 (B5)',
        server,
        () => `a new session, and its breaker is ${state.breaker}`,
      );
      each.state = state;
    },
  };
}
