import {
  initialTransition,
  transition,
  type ActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFromLogic,
  type EventObject,
  type ExecutableActionObject,
  type InputFrom,
  type Snapshot,
  type SnapshotFrom,
} from 'xstate';
import { armTimers, type PendingTimer } from './pending-timers.ts';

/** Lets time pass up to the next timer that is due, and every timer that is due then fire. */
export const TICK = { type: 'TICK' } as const;

/** What can happen to a machine in time: its own events, and that time passes. */
export type TimedEvent<Machine extends AnyStateMachine> = EventFromLogic<Machine> | typeof TICK;

/** A machine at one moment, and what it is waiting for. */
export type TimedState<Machine extends AnyStateMachine> = Snapshot<unknown> & {
  readonly machine: SnapshotFrom<Machine>;
  /** The next one first; of two that are due together, the one that was armed first. */
  readonly timers: readonly PendingTimer[];
};

/**
 * A machine whose timers fire when they are due, as logic to be traversed: pure, without a clock, and
 * with pending timers as part of the state. A bare traversal takes any timer at any moment, and so
 * finds paths that no clock allows.
 *
 * Timers of the machine itself are known: `after`, and `raise` with a delay. Children do not run.
 * Choose delays that never fall due together, unless that is what you want to see.
 */
export function createTimedModel<Machine extends AnyStateMachine>(
  machine: Machine,
): ActorLogic<TimedState<Machine>, TimedEvent<Machine>, InputFrom<Machine>> {
  return {
    getInitialSnapshot: (_, input) => {
      const first = initialTransition(machine, input as never) as PureStep;
      return moment<Machine>(first, []);
    },
    transition: (state, event) =>
      (event as EventObject).type === TICK.type
        ? tick(machine, state)
        : send(machine, state, event),
    getPersistedSnapshot: (state) => state,
  };
}

/** What can happen next: what the machine is told, and that time passes while a timer is pending. */
export function timedEvents<Machine extends AnyStateMachine>(
  eventsIn: (snapshot: SnapshotFrom<Machine>) => readonly EventFromLogic<Machine>[],
): (state: TimedState<Machine>) => readonly TimedEvent<Machine>[] {
  return ({ machine, timers }) =>
    timers.length === 0 ? eventsIn(machine) : [...eventsIn(machine), TICK];
}

/** What tells two states apart: the machine's own key, and how long each timer has still to run. */
export function timedKey<Machine extends AnyStateMachine>(
  keyOf: (snapshot: SnapshotFrom<Machine>) => string,
): (state: TimedState<Machine>) => string {
  return ({ machine, timers }) =>
    `${keyOf(machine)} ${timers.map(({ id, remainingMs }) => `${id}=${remainingMs}`).join(' ')}`;
}

function tick<Machine extends AnyStateMachine>(
  machine: Machine,
  before: TimedState<Machine>,
): TimedState<Machine> {
  const passedMs = before.timers[0]?.remainingMs ?? 0;
  let state: TimedState<Machine> = {
    ...before,
    timers: before.timers.map((timer) => ({
      ...timer,
      remainingMs: timer.remainingMs - passedMs,
    })),
  };
  for (let fired = 0; fired < MOST_AT_ONCE; fired += 1) {
    const [due, ...later] = state.timers;
    if (due === undefined || due.remainingMs > 0) return state;
    state = send(machine, { ...state, timers: later }, due.event);
  }
  throw new Error(`More than ${MOST_AT_ONCE} timers fired without any time passing.`);
}

/** Timers without a delay that arm each other would never let time go on. */
const MOST_AT_ONCE = 1_000;

/** What `transition()` gives, which says nothing of its machine's types. */
type PureStep = [AnyMachineSnapshot, ExecutableActionObject[]];

function send<Machine extends AnyStateMachine>(
  machine: Machine,
  { machine: snapshot, timers }: TimedState<Machine>,
  event: EventObject,
): TimedState<Machine> {
  return moment<Machine>(
    transition(machine, snapshot as never, event as never) as PureStep,
    timers,
  );
}

function moment<Machine extends AnyStateMachine>(
  [snapshot, actions]: PureStep,
  timers: readonly PendingTimer[],
): TimedState<Machine> {
  const { status, output, error } = snapshot as Snapshot<unknown>;
  return {
    ...({ status, output, error } as Snapshot<unknown>),
    machine: snapshot as SnapshotFrom<Machine>,
    // An actor that has ended waits for nothing more.
    timers: status === 'active' ? armTimers(timers, actions) : [],
  };
}
