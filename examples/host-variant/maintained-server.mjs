// A host's own machine around a server's actor: it takes the server down for maintenance, lets running
// calls end first, and brings it back when the window is over or somebody says so.
import { assign, setup } from 'xstate';
import { createServerMachine } from 'holdfast/machines';

/** @param options `random` and the `link` of `embedServers`, as in ../xstate-host.mjs. */
export function createMaintainedServer({ random = Math.random, link } = {}) {
  const server = createServerMachine({ random });
  return setup({
    actors: { server: link === undefined ? server : server.provide({ actors: { link } }) },
    actions: {
      countExtension: assign({ extensions: ({ context }) => context.extensions + 1 }),
      forgetExtensions: assign({ extensions: 0 }),
      // A host puts in its own way to tell people.
      tellOperators: () => {},
    },
    guards: {
      isUrgent: ({ event }) => event.urgent === true,
      mayExtend: ({ context }) => context.extensions < context.mostExtensions,
    },
    delays: {
      drain: 5_000,
      window: ({ context }) => context.windowMs,
    },
  }).createMachine({
    id: 'maintained',
    // `server` (its name), `windowMs` and `mostExtensions`.
    context: ({ input }) => ({ ...input, extensions: 0 }),
    initial: 'up',
    states: {
      up: {
        entry: 'forgetExtensions',
        invoke: {
          id: 'server',
          src: 'server',
          input: ({ context }) => ({ server: context.server }),
          onDone: 'retired',
        },
        initial: 'serving',
        states: {
          serving: {
            on: {
              'maintenance.begin': [
                { guard: 'isUrgent', target: '#maintained.maintenance' },
                { target: 'draining' },
              ],
            },
          },
          draining: {
            after: { drain: '#maintained.maintenance' },
            on: {
              'calls.ended': '#maintained.maintenance',
              'maintenance.cancel': 'serving',
            },
          },
        },
      },
      maintenance: {
        entry: 'tellOperators',
        after: { window: 'up' },
        on: {
          'maintenance.extend': {
            guard: 'mayExtend',
            target: 'maintenance',
            reenter: true,
            actions: 'countExtension',
          },
          'maintenance.end': 'up',
        },
      },
      retired: { type: 'final', entry: 'tellOperators' },
    },
    on: { retire: '.retired' },
  });
}
