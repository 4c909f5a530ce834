import type { ServerEvent } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';
import type { PublicState } from '../../machines/public-state.ts';
import { createCalls, type Calls } from '../call/calls.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { isStdio, type ServerEntry } from '../config/server-entry.ts';
import type { ChannelFacts } from '../link/channel.ts';
import type { LinkSession } from '../link/link-session.ts';
import type { Observations } from './observations.ts';
import type { ServerEdges } from './server-edges.ts';
import type { ServerLists } from './server-lists.ts';

/** The server, as far as its caller side is concerned. */
export interface CalledServer {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly session: LinkSession | undefined;
  readonly observations: Observations;
  readonly catalogue: Catalogue;
  readonly isRunning: boolean;
  facts(): ChannelFacts;
  policy(): Policy;
  state(): PublicState;
}

/** Shows the caller side what it has to know of its server, and nothing else. */
export function createServerCalls(
  server: CalledServer,
  { clock, fleetPolicy }: ServerEdges,
  lists: ServerLists,
  send: (event: ServerEvent) => void,
): Calls {
  const { observations, catalogue } = server;
  return createCalls({
    server: server.name,
    get transport() {
      return isStdio(server.entry) ? 'stdio' : 'http';
    },
    clock,
    get startSlotMs() {
      return fleetPolicy().startSlotMs;
    },
    isStarted: () => server.isRunning,
    policy: () => server.policy(),
    state: () => server.state(),
    session: () => server.session,
    nextAttemptAt: () => observations.nextAttemptAt,
    breakerHalfOpensAt: () => observations.breakerHalfOpensAt,
    parkedSince: () => observations.parkedSince,
    loginWanted: () => server.facts().login,
    lastAttempt: () => observations.lastAttempt,
    send,
    tool: (name) => catalogue.tools.entries.get(name),
    knownTools: () => [...catalogue.tools.entries.keys()],
    prompt: (name) => catalogue.prompts.entries.get(name),
    knownPrompts: () => [...catalogue.prompts.entries.keys()],
    listIsFresh: (list) => lists.isFresh(list),
    refreshed: (list) => lists.settled(list),
  });
}
