import { createActor, type ActorRefFrom } from 'xstate';
import type { ChartEvent } from '../../machines/events.ts';
import {
  createServerMachine,
  publicState,
  type PublicState,
  type ServerInput,
  type ServerMachine,
} from '../../machines/index.ts';
import { createCoverage } from '../../src/testing/graph/coverage.ts';
import { createReference, type Reference } from '../../src/testing/reference-model.ts';
import type { TimerName } from '../../src/testing/reference/server.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';
import { createPuppetLink } from './puppet-link.ts';

/** What can be told of a server at one moment, by the machine and by the contract alike. */
export interface Sight {
  readonly state: Omit<PublicState, 'lastError'> & { readonly error?: string };
  /** Everything that was asked of the links so far. */
  readonly asked: readonly string[];
  readonly timers: readonly string[];
}

/** A real actor and a reference model to which the same things happen. */
export interface EdgeWalk {
  readonly actor: ActorRefFrom<ServerMachine>;
  readonly reference: Reference;
  /** Of a timer, lets it fire before its time. */
  take(event: ChartEvent): void;
  /** Lets time pass up to the next timer that is due, and every timer that is due then fire. */
  tick(): void;
  /** How long each pending timer has still to run, by the contract. */
  remaining(): Readonly<Record<string, number>>;
  machineSight(): Sight;
  referenceSight(): Sight;
  stop(): void;
}

const puppet = createPuppetLink();

/** What all walks together have taken. One walk goes on at a time. */
export const coverage = createCoverage(
  createServerMachine({ random: () => 0 }).provide({ actors: { link: puppet.logic as never } }),
);

export function startWalk(input: ServerInput): EdgeWalk {
  puppet.forget();
  const clock = createStepClock();
  const actor = createActor(coverage.machine, { input, clock, inspect: coverage.inspect });
  const reference = createReference({ ...input, random: () => 0 });
  actor.start();
  // What the start took belongs to no step.
  coverage.takeStep();
  return {
    actor,
    reference,
    take: (event) => {
      const timer = timerOf(event.type);
      happen(actor, event);
      if (timer === undefined) reference.send(event);
      else reference.fire(timer);
    },
    tick: () => {
      const { pending } = reference;
      const dueMs = pending.size === 0 ? clock.now() : Math.min(...pending.values());
      clock.advance(dueMs - clock.now());
      while (reference.fireNext(dueMs));
    },
    remaining: () =>
      Object.fromEntries(
        [...reference.pending].map(([name, dueMs]) => [name, dueMs - clock.now()]),
      ),
    machineSight: () => ({
      ...stateOf(publicState(actor.getSnapshot())),
      asked: puppet.asked,
      timers: pendingTimers(actor),
    }),
    referenceSight: () => ({
      ...stateOf(reference.state()),
      asked: reference.links,
      timers: [...reference.pending.keys()].sort(),
    }),
    stop: () => void actor.stop(),
  };
}

/** A link that crashes or ends does it itself, so that XState treats it as it would in life. */
function happen(actor: ActorRefFrom<ServerMachine>, event: ChartEvent): void {
  const { link } = actor.getSnapshot().children;
  const order = { 'xstate.error.actor.link': 'crash', 'xstate.done.actor.link': 'end' }[
    event.type as string
  ];
  if (link === undefined || order === undefined) actor.send(event);
  else link.send({ type: order as 'check' });
}

/** Timers are armed for the delays that both read from the policy, so that names are enough. */
function pendingTimers(actor: ActorRefFrom<ServerMachine>): string[] {
  const { stable } = actor.getSnapshot().context.session;
  const scheduled = Object.values(actor.system.getSnapshot()._scheduledEvents);
  return (
    scheduled
      .map(({ id }) => timerOf(id) ?? id)
      // One that was fired before its time is still there, and would change nothing.
      .filter((name) => name !== 'stable' || !stable)
      .sort()
  );
}

/** The contract's name for a timer of the chart. */
export function timerOf(type: string): TimerName | undefined {
  const [, delay] = /^xstate\.after\.(\w+)\./.exec(type) ?? [];
  return delay === undefined ? undefined : timerNames[delay];
}

const timerNames: Readonly<Record<string, TimerName>> = {
  connectDeadline: 'deadline',
  backoff: 'wait',
  parkedProbe: 'wait',
  wakeSpacing: 'spacing',
  stableAfter: 'stable',
  drain: 'drain',
  closeDeadline: 'close',
  cooldown: 'cooldown',
  probeTimeout: 'slot',
};

/** Messages are left out: where a fault is the machine's own finding, its words are free. */
function stateOf({ lastError, ...state }: PublicState): Pick<Sight, 'state'> {
  const error = lastError && `${lastError.kind} ${lastError.code}`;
  return { state: { ...state, ...(error && { error }) } };
}
