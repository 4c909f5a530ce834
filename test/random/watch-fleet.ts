import type { SupervisorEvent } from '../../src/index.ts';
import type { World } from '../../src/testing/world/world.ts';

/** Broken rules, each with what broke it; they stay so that the first can be told. */
export type Broken = string[];

/** C1 to C9, S1: the public states in an order that the contract knows, and sessions that only grow. */
export function watchStates(world: World, broken: Broken): void {
  const last = new Map<string, Extract<SupervisorEvent, { type: 'server.state' }>>();
  world.supervisor.on('server.state', (event) => {
    const { server, state, generation } = event;
    const before = last.get(server);
    last.set(server, event);
    if (!(ways[before?.state ?? 'shutdown'] ?? []).includes(state))
      broken.push(`C9, S1: ${server} went from ${before?.state ?? 'nothing'} to ${state}`);
    // A server that was ended and started again may begin to count anew.
    if (before && before.state !== 'shutdown' && generation < before.generation)
      broken.push(
        `B7: the generation of ${server} fell from ${before.generation} to ${generation}`,
      );
  });
}

const ways: Readonly<Record<string, readonly string[]>> = {
  connecting: ['ready', 'parked', 'shutdown'],
  ready: ['reconnecting', 'parked', 'shutdown'],
  reconnecting: ['ready', 'parked', 'shutdown'],
  parked: ['ready', 'shutdown'],
  shutdown: ['connecting', 'parked'],
};

/** C2, C13: whatever is dialled is fully ended before the next one is. */
export interface LinkWatch {
  started(server: string, channel: object): void;
  ended(server: string, channel: object): void;
}

export function watchLinks(broken: Broken): LinkWatch {
  const open = new Map<string, object>();
  return {
    started: (server, channel) => {
      if (open.has(server)) broken.push(`C2, C13: ${server} was dialled while its old link lived`);
      open.set(server, channel);
    },
    ended: (server, channel) => {
      if (open.get(server) === channel) open.delete(server);
    },
  };
}
