import type { SupervisorEvent } from '../../../src/supervisor/events.ts';
import type { Observer } from './observer.ts';
import type { Scene } from './scene.ts';

/** Writes down what happens, and which states were reached. */
export function noteEvent({ journal, tally, stateOf, clock }: Scene): Observer {
  return {
    event(event) {
      journal.note(event.server, describe(event));
      if (event.type === 'server.state') tally.reached.add(event.state);
      if (event.type === 'server.parked') tally.reached.add(`parked for ${event.reason}`);
      if (event.type === 'breaker.opened') tally.reached.add('open');
      if (event.type === 'breaker.halfOpened') tally.reached.add('halfOpen');
    },
    dialled: ({ server, number }) => journal.note(server, `dialled ${number}`),
    asked: ({ key, sends }) => journal.note(key, `sent ${sends.length}`),
    submitted: ({ key, tool }) => journal.note(key, `submitted ${tool}`),
    settled: ({ key, settled }) => journal.note(key, `settled ${settled}`),
    stopping(server) {
      const state = stateOf(server)?.connection;
      journal.note(server, `stop while ${state}`);
      tally.reached.add(`shutdown from ${state}`);
    },
    stopped: (server, tookMs) => journal.note(server, `stopped after ${tookMs} ms`),
    slept: () => journal.note('host', `slept until ${clock.now()}`),
  };
}

function describe(event: SupervisorEvent): string {
  const { type, server: _, at: __, ...rest } = event as SupervisorEvent & { at: number };
  return `${type} ${JSON.stringify(rest)}`;
}
