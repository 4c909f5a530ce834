import {
  assign,
  emit,
  enqueueActions,
  fromCallback,
  not,
  raise,
  sendTo,
  setup,
  spawnChild,
  stateIn,
  stopChild,
  or,
} from 'xstate';
import { probeDelay, type Random } from './connection/backoff.ts';
import * as breaker from './breaker/verdicts.ts';
import { configure, refusedPolicy } from './configure.ts';
import type { LinkInput, ServerContext, ServerInput, ServerOutput } from './context.ts';
import { delays } from './delays.ts';
import type {
  AttemptCause,
  ConnectionState,
  LinkCommand,
  ParkReason,
  ServerEmission,
  ChartEvent,
} from './events.ts';
import { guards } from './guards.ts';
import * as recovery from './connection/recovery.ts';

/** Everything the chart names, with the code behind each name. Chance enters only here. */
export function createServerSetup(random: Random) {
  return setup({
    types: {} as {
      input: ServerInput;
      context: ServerContext;
      events: ChartEvent;
      emitted: ServerEmission;
      output: ServerOutput;
      children: { link: 'link' };
    },
    delays,
    actors: {
      // Stands in until a host provides its link; reports nothing, so the deadline decides (C2).
      link: fromCallback<LinkCommand, LinkInput>(() => undefined),
    },
    guards: {
      ...guards,
      hasSession: stateIn({ connection: 'ready' }),
      hasNoSession: not(stateIn({ connection: 'ready' })),
      isAttempting: or([
        stateIn({ connection: { connecting: 'attempting' } }),
        stateIn({ connection: { reconnecting: 'attempting' } }),
        stateIn({ connection: { parked: 'probing' } }),
      ]),
    },
    actions: {
      startLink: spawnChild('link', {
        id: 'link',
        input: ({ context }: { context: ServerContext }) => ({
          server: context.server,
          generation: context.generation + 1,
          openedBefore: context.recovery.openedBefore,
        }),
      }),
      stopLink: stopChild('link'),
      closeLink: sendTo('link', ({ event }) => ({
        type: 'close',
        force: event.type === 'shutdown' && event.force === true,
      })),
      checkLink: sendTo('link', { type: 'check' }),

      setCause: assign((_, { cause }: { cause: AttemptCause }) => ({ cause })),
      setAskedCause: assign(({ context, event }) => recovery.setAskedCause(context, event)),
      chargeFailure: assign(({ context, event }) =>
        recovery.chargeFailure(context, recovery.failureOf(event), random),
      ),
      recordFreeFailure: assign(({ context, event }) =>
        recovery.recordFreeFailure(context, recovery.failureOf(event)),
      ),
      recordFailure: assign(({ event }) => ({
        lastError: recovery.errorOf(recovery.failureOf(event)),
      })),
      chargeLoss: assign(({ context, event }) =>
        recovery.chargeLoss(context, recovery.lossOf(event), random),
      ),
      recordLoss: assign(({ context, event }) =>
        recovery.recordLoss(context, recovery.lossOf(event)),
      ),
      recordPlannedLoss: assign(({ event }) => ({
        lastError: recovery.errorOf(recovery.lossOf(event)),
      })),
      spendFreeAttempt: assign(({ context, event }) =>
        recovery.spendFreeAttempt(context, recovery.lossOf(event)),
      ),
      countEagerDial: assign(({ context }) => ({
        recovery: { ...context.recovery, eagerDials: context.recovery.eagerDials + 1 },
      })),
      openSession: assign(({ context }) => recovery.openSession(context)),
      settleSession: assign(({ context }) => recovery.settleSession(context)),
      proveSession: assign(({ context }) => recovery.proveSession(context)),
      forgive: assign(({ context }) => recovery.forgive(context)),
      parkFor: assign((_, { reason }: { reason: ParkReason }) => ({ parkReason: reason })),
      keepReason: assign(({ context, event }) => ({
        parkReason: recovery.reasonAfterProbe(context, recovery.failureOf(event)),
      })),
      drawProbeDelay: assign(({ context }) => {
        const ms = probeDelay(context.policy, random);
        return { wait: ms === undefined ? undefined : { ms, hinted: false } };
      }),
      recordEnd: assign(({ event }) =>
        event.type === 'link.closed'
          ? { end: { killed: event.killed ?? 0, left: event.left ?? 0 } }
          : {},
      ),
      applyPolicy: enqueueActions(({ context, event, enqueue }) => {
        const patch =
          event.type === 'retry' || event.type === 'configure' ? event.policy : undefined;
        const refused = refusedPolicy(context.policy, patch);
        if (refused === undefined) return enqueue.assign(configure(context, patch));
        return enqueue.emit({ type: 'policy.refused', server: context.server, message: refused });
      }),

      countBreakerFailure: assign(({ context }) => breaker.countFailure(context)),
      clearBreakerFailures: assign(({ context }) => breaker.clearFailures(context)),
      forgiveBreaker: assign(({ context }) => breaker.forgive(context)),
      lengthenCooldown: assign(({ context }) => breaker.lengthenCooldown(context)),
      takeProbeSlot: assign(({ context, event }) => breaker.takeProbeSlot(context, event)),
      askForReconnect: raise({ type: 'retry', reason: 'call' }),

      announceState: emit(({ context }, { state }: { state: ConnectionState }) => ({
        type: 'server.state',
        server: context.server,
        state,
        generation: context.generation,
      })),
      announceAttempt: emit(({ context }) => ({
        type: 'server.attempting',
        server: context.server,
        cause: context.cause,
      })),
      announceFailure: emit(({ context, event }, { charged }: { charged: boolean }) => ({
        type: 'server.failed',
        server: context.server,
        error: recovery.errorOf(recovery.failureOf(event)),
        charged,
      })),
      announceLoss: emit(({ context, event }, { charged }: { charged: boolean }) => ({
        type: 'server.lost',
        server: context.server,
        error: recovery.errorOf(recovery.lossOf(event)),
        charged,
      })),
      announceWait: emit(({ context }) => ({
        type: 'server.waiting',
        server: context.server,
        waitMs: context.wait?.ms ?? 0,
        retries: context.recovery.retries,
      })),
      announcePark: emit(({ context: { server, parkReason, lastError, wait } }) => ({
        type: 'server.parked',
        server,
        reason: parkReason ?? 'internal',
        ...(lastError && { error: lastError }),
        ...(wait && { waitMs: wait.ms }),
      })),
      announceRevival: emit(({ context }) => ({
        type: 'server.revived',
        server: context.server,
        generation: context.generation,
      })),
      announceStability: emit(({ context }) => ({ type: 'server.stable', server: context.server })),
      announceProof: emit(({ context }) => ({ type: 'server.proven', server: context.server })),
      announceDrain: emit(({ context }) => ({ type: 'server.draining', server: context.server })),
      announceOpenBreaker: emit(({ context }) => ({
        type: 'breaker.opened',
        server: context.server,
        cooldownMs: context.breaker.cooldownMs,
      })),
      announceHalfOpenBreaker: emit(({ context }) => ({
        type: 'breaker.halfOpened',
        server: context.server,
      })),
      announceClosedBreaker: emit(({ context }) => ({
        type: 'breaker.closed',
        server: context.server,
      })),
    },
  });
}

export type ServerSetup = ReturnType<typeof createServerSetup>;
