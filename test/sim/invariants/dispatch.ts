import type { PublicState } from '../../../machines/public-state.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { most, perServer } from './per-server.ts';

/**
 * I8: a call is sent only to a session that is ready and not about to end, and only if the breaker
 * lets it (K4); I2: a half-open breaker lets exactly one through (B4).
 */
export function watchDispatch(scene: Scene): Observer {
  const { judge, stateOf, policiesOf, supervisor } = scene;
  const slots = perServer(() => ({ used: 0 }));
  const sent = perServer(() => new Set<string>());
  return {
    moved(server, { probe }) {
      if (probe !== 'taken') slots(server).used = 0;
    },
    settled: ({ server, key }) => void sent(server).delete(key),
    asked({ server, key }, session) {
      const state = stateOf(server);
      const admitted = state !== undefined && isReady(state) && !session.endAsked && !session.lost;
      judge.require(admitted, 'I8 (K4)', server, () => `${key} was sent in ${describe(state)}`);
      const limit = most(policiesOf(server), 'maxConcurrentCalls');
      // Those that wait to be sent once more are among these, so only the server itself knows.
      if (sent(server).add(key).size > limit)
        judge.require(
          supervisor.status(server).inFlight <= limit,
          'I8 (K3)',
          server,
          () => `more than ${limit} calls run at once`,
        );
      if (state?.breaker !== 'halfOpen') return;
      const slot = slots(server);
      slot.used += 1;
      judge.require(
        state.probe === 'taken' && slot.used === 1,
        'I2 (B4)',
        server,
        () => `${key} is the ${slot.used}th call in one half-open slot, which is ${state.probe}`,
      );
    },
  };
}

function isReady({ connection, draining, breaker }: PublicState): boolean {
  return connection === 'ready' && draining !== true && breaker !== 'open';
}

function describe(state: PublicState | undefined): string {
  if (state === undefined) return 'no state at all';
  const { connection, breaker, draining } = state;
  return `${connection}, breaker ${breaker}${draining === true ? ', draining' : ''}`;
}
