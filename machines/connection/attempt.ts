import type { ParkReason } from '../events.ts';
import type { ServerSetup } from '../server.setup.ts';

/** One attempt at a session (C2). Its children only say whether the deadline runs. */
export function createAttemptState<const Path extends `#${string}`, const Failed, const Opened>(
  path: Path,
  failed: Failed,
  opened: Opened,
) {
  return {
    entry: ['stopLink', 'startLink', 'announceAttempt'],
    initial: 'dialling',
    on: {
      'link.opened': { target: '#ready', actions: opened },
      'link.failed': failed,
      // C15: a link that throws or ends without a fact has failed.
      'xstate.error.actor.link': failed,
      'xstate.done.actor.link': failed,
      retry: [
        {
          guard: 'retryReplacesLink',
          target: path,
          reenter: true,
          actions: ['applyPolicy', 'forgive', 'startsAsAsked'],
        },
        { guard: 'retryIsAskedFor', actions: ['applyPolicy', 'forgive', 'startsAsAsked'] },
      ],
      shutdown: { target: '#shutdown.closing' },
    },
    states: {
      // F2, C13: waiting for the start gate or for a predecessor's end is not the server's fault.
      queued: { on: { 'link.granted': { target: 'dialling' } } },
      dialling: {
        after: { connectDeadline: failed },
        on: {
          'link.queued': { target: 'queued' },
          'link.granted': { target: 'dialling', reenter: true },
          // F3: time spent asleep does not count.
          retry: { guard: 'retryIsWake', target: 'dialling', reenter: true },
        },
      },
    },
  } as const;
}

/** `connecting` and `reconnecting`: attempts with a budget, and the waits between them (C3, C6). */
export function createDialState(
  server: ServerSetup,
  name: 'connecting' | 'reconnecting',
  budgetSpent: 'initialBudgetSpent' | 'reconnectBudgetSpent',
  reason: ParkReason,
) {
  const failed = failureTransitions(name, budgetSpent, reason);
  return server.createStateConfig({
    id: name,
    entry: { type: 'announceState', params: { state: name } },
    initial: 'attempting',
    states: {
      attempting: createAttemptState(`#${name}.attempting`, failed, ['openSession']),
      backingOff: {
        entry: ['stopLink', 'announceWait'],
        after: {
          backoff: {
            target: 'attempting',
            actions: { type: 'startsAs', params: { cause: 'ladder' } },
          },
        },
        on: {
          retry: [
            {
              guard: 'retryIsAskedFor',
              target: 'attempting',
              actions: ['applyPolicy', 'forgive', 'startsAsAsked'],
            },
            { guard: 'retryIsWake', target: 'attempting', actions: 'startsAsAsked' },
            {
              guard: 'callMayDialEagerly',
              target: 'attempting',
              actions: ['countEagerDial', { type: 'startsAs', params: { cause: 'eager' } }],
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
  return [
    // C4: no ladder for what waiting cannot mend.
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
}
