import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { most, perServer } from './per-server.ts';

/** I6: no more failures in a row than the budget has, and a session forgives them all (C3, C6, R6). */
export function watchBudgets({ judge, policiesOf }: Scene): Observer {
  const strikes = perServer(() => ({ count: 0, state: '' }));
  const check = (server: string) => {
    const { count, state } = strikes(server);
    const policies = policiesOf(server);
    const key = state === 'connecting' ? 'initialRetries' : 'reconnectRetries';
    const allowed = most(policies, key) + 1;
    judge.require(
      count <= allowed,
      'I6 (C3, C6)',
      server,
      () => `${count} charged failures in a row, where ${allowed} park it`,
    );
  };
  return {
    event(event) {
      const strike = strikes(event.server);
      if (event.type === 'server.state') {
        // The loss that leads to reconnecting is told before the state, and is the first strike.
        if (event.state !== 'reconnecting') strike.count = 0;
        strike.state = event.state;
      }
      if (event.type !== 'server.failed' && event.type !== 'server.lost') return;
      if (!event.charged) return;
      strike.count += 1;
      check(event.server);
    },
    sent(server, event) {
      // C10.
      const forgiven = ['user', 'login', 'config'];
      if (event.type === 'retry' && forgiven.includes(event.reason ?? 'user'))
        strikes(server).count = 0;
    },
    moved(server, { connection, retries, flaps }) {
      judge.require(
        connection !== 'ready' || retries === 0,
        'I6 (R6)',
        server,
        () => `ready with ${retries} retries`,
      );
      const allowed = most(policiesOf(server), 'flapBudget') + 1;
      judge.require(flaps <= allowed, 'I6 (C6a)', server, () => `${flaps} flaps of ${allowed}`);
    },
  };
}
