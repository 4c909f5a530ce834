import type { ServerSetup } from '../server.setup.ts';
import { createAttemptState } from './attempt.ts';

/** C12: a call may wake the server only once it has rested. */
const spacing = {
  initial: 'resting',
  states: {
    resting: { after: { wakeSpacing: { target: 'wakeable' } } },
    wakeable: {
      on: {
        retry: {
          guard: 'callMayWake',
          target: '#parked.probing',
          actions: { type: 'setCause', params: { cause: 'call' } },
        },
      },
    },
  },
} as const;

/** C8: no ladder; back to waiting for every failure alike. */
const probeFailed = {
  target: '#parked.waiting',
  actions: ['keepReason', 'recordFailure', { type: 'announceFailure', params: { charged: false } }],
} as const;

/** Given up for now, never for good (C7, C8, C12). */
export function createParkedState(server: ServerSetup) {
  return server.createStateConfig({
    id: 'parked',
    entry: { type: 'announceState', params: { state: 'parked' } },
    initial: 'waiting',
    states: {
      waiting: {
        entry: ['stopLink', 'drawProbeDelay', 'announcePark'],
        initial: 'deciding',
        on: {
          retry: [
            {
              guard: 'retryIsAskedFor',
              target: 'probing',
              actions: ['applyPolicy', 'forgive', 'setAskedCause'],
            },
            { guard: 'retryIsWake', target: 'probing', actions: 'setAskedCause' },
          ],
        },
        states: {
          deciding: {
            always: [{ guard: 'probesItself', target: 'timed' }, { target: 'untimed' }],
          },
          timed: {
            ...spacing,
            after: {
              parkedProbe: {
                target: '#parked.probing',
                actions: { type: 'setCause', params: { cause: 'probe' } },
              },
            },
          },
          untimed: {
            ...spacing,
            // C14: a policy that brings the timer back must not have to wait for a caller.
            always: { guard: 'probesItself', target: '#parked.waiting' },
          },
        },
      },
      probing: createAttemptState(
        '#parked.probing',
        { reported: probeFailed, failed: probeFailed },
        ['openSession', 'announceRevival'],
      ),
    },
  });
}
