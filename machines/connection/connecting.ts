import type { ParkReason } from '../events.ts';
import type { ServerSetup } from '../server.setup.ts';
import { createAttemptState } from './attempt.ts';

/** `connecting` and `reconnecting`: attempts with a budget, and the waits between them (C3, C6). */
export function createConnectingState(
  server: ServerSetup,
  name: 'connecting' | 'reconnecting',
  budgetSpent: 'initialBudgetSpent' | 'reconnectBudgetSpent',
  reason: ParkReason,
) {
  const failures = failureTransitions(name, budgetSpent, reason);
  return server.createStateConfig({
    id: name,
    entry: { type: 'announceState', params: { state: name } },
    initial: 'attempting',
    states: {
      attempting: createAttemptState(`#${name}.attempting`, failures, ['openSession']),
      backingOff: {
        entry: ['stopLink', 'announceWait'],
        after: {
          backoff: {
            target: 'attempting',
            actions: { type: 'setCause', params: { cause: 'ladder' } },
          },
        },
        on: {
          retry: [
            {
              guard: 'retryIsAskedFor',
              target: 'attempting',
              actions: ['applyPolicy', 'forgive', 'setAskedCause'],
            },
            { guard: 'retryIsWake', target: 'attempting', actions: 'setAskedCause' },
            {
              guard: 'callMayDialEagerly',
              target: 'attempting',
              actions: ['countEagerDial', { type: 'setCause', params: { cause: 'eager' } }],
            },
          ],
        },
      },
    },
  });
}

function failureTransitions(
  name: 'connecting' | 'reconnecting',
  budgetSpent: 'initialBudgetSpent' | 'reconnectBudgetSpent',
  reason: ParkReason,
) {
  const charged = [
    'chargeFailure',
    { type: 'announceFailure', params: { charged: true } },
  ] as const;
  const uncharged = { type: 'announceFailure', params: { charged: false } } as const;
  const failed = [
    {
      guard: 'attemptIsFree',
      target: `#${name}.backingOff`,
      actions: ['recordFreeFailure', uncharged],
    },
    {
      guard: budgetSpent,
      target: '#parked',
      actions: [...charged, { type: 'parkFor', params: { reason } }],
    },
    { target: `#${name}.backingOff`, actions: charged },
  ] as const;
  // C4: no ladder for what waiting cannot mend.
  const reported = [
    {
      guard: 'failureIsPermanent',
      target: '#parked',
      actions: ['recordFailure', uncharged, { type: 'parkFor', params: { reason: 'permanent' } }],
    },
    {
      guard: 'failureNeedsLogin',
      target: '#parked',
      actions: ['recordFailure', uncharged, { type: 'parkFor', params: { reason: 'auth' } }],
    },
    ...failed,
  ] as const;
  return { reported, failed };
}
