import { createBreakerRegion } from './breaker/breaker.region.ts';
import { createConnectionRegion } from './connection/connection.region.ts';
import type { Random } from './connection/backoff.ts';
import { createContext } from './context.ts';
import { createServerSetup } from './server.setup.ts';

/** What a machine takes from its surroundings. */
export interface ServerMachineOptions {
  /** Source of jitter, from 0 (inclusive) to 1. `() => 0` gives the bare delays. */
  readonly random: Random;
}

/**
 * One MCP server as a statechart: `connection` owns recovery, `breaker` guards callers.
 * All I/O lives in the `link` actor, which a host provides:
 * `createServerMachine({ random }).provide({ actors: { link } })`.
 */
export function createServerMachine({ random }: ServerMachineOptions) {
  const server = createServerSetup(random);
  return server.createMachine({
    id: 'server',
    type: 'parallel',
    context: ({ input }) => createContext(input),
    output: ({ context }) => context.end ?? { killed: 0, left: 0 },
    on: {
      // F4: applies from the next timer on and restarts nothing.
      configure: { actions: 'applyPolicy' },
      // C15: a crash that no state expects is dropped, since it would stop the whole actor.
      'xstate.error.actor.link': {},
    },
    states: {
      connection: createConnectionRegion(server),
      breaker: createBreakerRegion(server),
    },
    options: { maxIterations: 1_000 },
  });
}

/** The machine that `createServerMachine` makes, before or after `provide`. */
export type ServerMachine = ReturnType<typeof createServerMachine>;
