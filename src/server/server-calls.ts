import type { ServerEvent } from '../../machines/events.ts';
import { createCalls, type Calls } from '../call/calls.ts';
import type { Refresh } from '../catalogue/refresh.ts';
import { isStdio } from '../config/server-entry.ts';
import type { ServerEdges } from './server-edges.ts';
import type { SupervisedServer } from './supervised-server.ts';

/** Shows the caller side what it has to know of its server, and nothing else. */
export function createServerCalls(
  server: SupervisedServer,
  { clock, fleetPolicy }: ServerEdges,
  refresh: Refresh,
  send: (event: ServerEvent) => void,
): Calls {
  const { observations, catalogue } = server;
  return createCalls({
    server: server.name,
    get transport() {
      return isStdio(server.entry) ? 'stdio' : 'http';
    },
    clock,
    startSlotMs: fleetPolicy.startSlotMs,
    policy: () => server.policy(),
    state: () => server.state(),
    session: () => server.session,
    nextAttemptAt: () => observations.nextAttemptAt,
    breakerHalfOpensAt: () => observations.breakerHalfOpensAt,
    parkedSince: () => observations.parkedSince,
    lastAttempt: () => observations.lastAttempt,
    send,
    tool: (name) => catalogue.tools.get(name),
    knownTools: () => [...catalogue.tools.keys()],
    listIsFresh: () => refresh.isFresh,
    refreshed: () => refresh.settled(),
  });
}
