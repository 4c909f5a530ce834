import type { ServerSetup } from '../server.setup.ts';
import { createConnectingState } from './connecting.ts';
import { createParkedState } from './parked.ts';
import { createReadyState } from './ready.ts';
import { createShutdownState } from './shutdown.ts';

/** Owns recovery (C1–C16, S1): the life of one server's link. */
export function createConnectionRegion(server: ServerSetup) {
  return server.createStateConfig({
    id: 'connection',
    initial: 'starting',
    on: {
      // S1: without a link there is nothing to end. States that have one say their own way.
      shutdown: {
        target: '.closed',
        actions: { type: 'announceState', params: { state: 'shutdown' } },
      },
    },
    states: {
      starting: {
        always: [{ guard: 'startsParked', target: 'parked' }, { target: 'connecting' }],
      },
      connecting: createConnectingState(server, 'connecting', 'initialBudgetSpent', 'startup'),
      ready: createReadyState(server),
      reconnecting: createConnectingState(server, 'reconnecting', 'reconnectBudgetSpent', 'budget'),
      parked: createParkedState(server),
      shutdown: createShutdownState(server),
      closed: { type: 'final', entry: 'stopLink' },
    },
  });
}
