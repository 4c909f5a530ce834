import type { ServerSetup } from '../server.setup.ts';

const closed = { target: '#connection.closed' } as const;

/** S1, S2: running calls end, then the link does; nothing leads out. */
export function createShutdownState(server: ServerSetup) {
  return server.createStateConfig({
    id: 'shutdown',
    entry: { type: 'announceState', params: { state: 'shutdown' } },
    initial: 'draining',
    on: {
      // A second plain request changes nothing; without this it would reach the region's own.
      shutdown: {},
      'xstate.error.actor.link': closed,
      'xstate.done.actor.link': closed,
    },
    states: {
      draining: {
        entry: 'announceDrain',
        after: { drain: { target: 'closing' } },
        on: {
          drained: { target: 'closing' },
          // The link lives on and still has to clean up after its server.
          'link.lost': { guard: 'lossEndsAnswers', target: 'closing' },
          shutdown: { guard: 'shutdownIsForced', target: 'closing' },
        },
      },
      closing: {
        entry: 'closeLink',
        after: { closeDeadline: closed },
        on: {
          'link.closed': { ...closed, actions: 'recordEnd' },
          shutdown: { guard: 'shutdownIsForced', actions: 'closeLink' },
        },
      },
    },
  });
}
