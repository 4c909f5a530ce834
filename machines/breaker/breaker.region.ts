import type { ServerSetup } from '../server.setup.ts';

/** Guards callers (B1–B7); it never stops a reconnect. */
export function createBreakerRegion(server: ServerSetup) {
  // B5: a session closes the breaker, but only one that the connection region accepts.
  const closeOnOpened = {
    guard: 'isAttempting',
    target: '#breaker.closed',
    actions: ['clearBreakerFailures', 'announceClosedBreaker'],
  } as const;
  const probeFailed = { target: '#breaker.open', actions: 'lengthenCooldown' } as const;

  return server.createStateConfig({
    id: 'breaker',
    initial: 'closed',
    on: { shutdown: { target: '.retired' } },
    states: {
      closed: {
        on: {
          'call.failed': [
            { guard: 'failureOpensBreaker', target: 'open' },
            { guard: 'failureCounts', actions: 'countBreakerFailure' },
          ],
          'call.succeeded': { guard: 'isOfThisSession', actions: 'forgiveBreaker' },
          'link.opened': { guard: 'isAttempting', actions: 'clearBreakerFailures' },
        },
      },
      open: {
        entry: 'announceOpenBreaker',
        after: { cooldown: { target: 'halfOpen' } },
        on: { 'link.opened': closeOnOpened },
      },
      halfOpen: {
        entry: 'announceHalfOpenBreaker',
        initial: 'free',
        on: {
          'link.opened': closeOnOpened,
          // B6: nobody writes into a dead link; the call is a reason to reconnect.
          'call.probe': { guard: 'hasNoSession', actions: 'askForReconnect' },
        },
        states: {
          free: {
            on: {
              'call.probe': { guard: 'hasSession', target: 'taken', actions: 'takeProbeSlot' },
            },
          },
          taken: {
            after: { probeTimeout: probeFailed },
            on: {
              'call.succeeded': {
                guard: 'isProbeVerdict',
                target: '#breaker.closed',
                actions: ['forgiveBreaker', 'announceClosedBreaker'],
              },
              'call.failed': { guard: 'isProbeVerdict', ...probeFailed },
              'call.probeCancelled': { target: 'free' },
            },
          },
        },
      },
      retired: { type: 'final' },
    },
  });
}
