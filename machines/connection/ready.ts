import type { ServerSetup } from '../server.setup.ts';

const asLoss = { type: 'setCause', params: { cause: 'loss' } } as const;
const charged = { type: 'announceLoss', params: { charged: true } } as const;
const uncharged = { type: 'announceLoss', params: { charged: false } } as const;

const flapping = {
  guard: 'flapBudgetSpent',
  target: '#parked',
  actions: ['recordLoss', uncharged, { type: 'parkFor', params: { reason: 'flapping' } }],
} as const;
const stable = {
  guard: 'sessionIsStable',
  target: '#reconnecting',
  actions: ['recordLoss', uncharged, asLoss],
} as const;
const counted = [
  {
    guard: 'reconnectBudgetSpent',
    target: '#parked',
    actions: ['chargeLoss', charged, { type: 'parkFor', params: { reason: 'budget' } }],
  },
  { target: '#reconnecting.backingOff', actions: ['chargeLoss', charged] },
] as const;

/** What a lost session costs, the first that fits: C16, C6a, C6, C11, C6. */
const lost = [
  {
    guard: 'loginMayHaveRaced',
    target: '#reconnecting',
    actions: ['spendFreeAttempt', uncharged, asLoss],
  },
  {
    guard: 'lossNeedsLogin',
    target: '#parked',
    actions: ['recordLoss', uncharged, { type: 'parkFor', params: { reason: 'auth' } }],
  },
  flapping,
  stable,
  {
    guard: 'sessionWasForgotten',
    target: '#reconnecting',
    actions: ['spendFreeAttempt', uncharged, asLoss],
  },
  ...counted,
] as const;

/** C15: a crash asks for no login and forgets no session; the rest is the same. */
const crashed = [flapping, stable, ...counted] as const;

/** C9: a loss while a rebuild drains was coming anyway. */
const lostWhileDraining = {
  target: '#reconnecting',
  actions: ['recordPlannedLoss', uncharged],
} as const;

/** A session is established; the link that opened it lives on. */
export function createReadyState(server: ServerSetup) {
  return server.createStateConfig({
    id: 'ready',
    entry: { type: 'announceState', params: { state: 'ready' } },
    initial: 'serving',
    after: { stableAfter: { actions: ['settleSession', 'announceStability'] } },
    on: {
      'link.proven': { actions: ['proveSession', 'announceProof'] },
      retry: { guard: 'retryIsWake', actions: 'checkLink' },
      shutdown: [
        { guard: 'shutdownIsForced', target: '#shutdown.closing' },
        { target: '#shutdown.draining' },
      ],
    },
    states: {
      serving: {
        on: {
          'link.lost': lost,
          'xstate.error.actor.link': crashed,
          'xstate.done.actor.link': crashed,
          retry: {
            guard: 'retryIsAskedFor',
            target: 'draining',
            actions: ['applyPolicy', 'forgive', 'setAskedCause'],
          },
        },
      },
      draining: {
        entry: 'announceDrain',
        after: { drain: { target: '#reconnecting' } },
        on: {
          drained: { target: '#reconnecting' },
          'link.lost': lostWhileDraining,
          'xstate.error.actor.link': lostWhileDraining,
          'xstate.done.actor.link': lostWhileDraining,
          retry: { guard: 'retryIsAskedFor', actions: ['applyPolicy', 'forgive', 'setAskedCause'] },
        },
      },
    },
  });
}
