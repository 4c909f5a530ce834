import { createActor, type AnyActor, type AnyStateMachine, type EventObject } from 'xstate';
import { createStepClock, type StepClock } from '../step-clock.ts';
import { nameCases, type EventCase } from './event-cases.ts';
import {
  describe,
  eventOf,
  firstMoment,
  nextMoment,
  type Moment,
  type Seen,
  type Walked,
} from './moment.ts';
import { changesBetween, contextValues, type ContextValues } from './plain-context.ts';
import { quietMachine } from './quiet-machine.ts';

/** What `prepareWalks` is told of a machine: the same as was told when its paths were made. */
export interface WalkOptions {
  /** What the machine is started with. */
  readonly input?: unknown;
  /** Events with their payloads. Every other event that the chart names has none. */
  readonly events?: readonly EventCase[];
  /** Paths of the context that are not looked at, as in `lastError`. */
  readonly ignore?: readonly string[];
}

/** Starts a machine at the beginning of a path. */
export type StartWalk = (mode?: {
  /**
   * Runs a real actor on a step clock beside the pure transitions: its state, its context and what
   * it heeds are what is seen. Its children do nothing, and its own actions have no effect. Default
   * false: pure transitions alone, in which a timer may fire although another one would be first.
   */
  readonly clock?: boolean;
}) => Walk;

/** One machine on its way along a path. */
export interface Walk {
  /** What can be seen after the start. */
  readonly start: Seen;
  /**
   * Takes one step and tells what can be seen then.
   * @param step The name of an event case or of an armed timer, as generated paths hold them.
   * @throws RangeError if no event has this name and no such timer is armed; PathError if the
   * machine's own code throws.
   */
  take(step: string): Seen;
}

/**
 * Makes a machine ready to be led along paths; generated tests are made of this.
 * @throws PathError for events that do not fit the machine; each start throws it for an input or a
 * context that does not.
 */
export function prepareWalks(machine: AnyStateMachine, options: WalkOptions = {}): StartWalk {
  const { input, events = [], ignore = [] } = options;
  const cases = nameCases(machine, events);
  const walked: Walked = { machine: quietMachine(machine), input, cases, ignored: ignore };
  return ({ clock = false } = {}) => beginWalk(walked, clock);
}

export function beginWalk(walked: Walked, clock: boolean): Walk {
  return new SteppingWalk(walked, clock ? new RunningActor(walked) : undefined);
}

class SteppingWalk implements Walk {
  readonly start: Seen;
  readonly #walked: Walked;
  readonly #running: RunningActor | undefined;
  #moment: Moment;

  constructor(walked: Walked, running: RunningActor | undefined) {
    this.#walked = walked;
    this.#running = running;
    this.#moment = firstMoment(walked);
    this.start = this.#look();
  }

  take(step: string): Seen {
    const before = this.#moment;
    const { event, timer } = eventOf(this.#walked, before, step);
    this.#moment = nextMoment(this.#walked, before, step);
    if (timer === undefined) this.#running?.send(event);
    else this.#running?.goOn(timer.dueMs - before.nowMs);
    return this.#look();
  }

  #look(): Seen {
    const { seen } = this.#moment;
    return this.#running === undefined ? seen : this.#running.look(seen);
  }
}

/** The same machine as a real actor, whose time is ours. */
class RunningActor {
  readonly #walked: Walked;
  readonly #clock: StepClock = createStepClock();
  readonly #actor: AnyActor;
  #values: ContextValues = new Map();

  constructor(walked: Walked) {
    this.#walked = walked;
    const { machine, input } = walked;
    this.#actor = createActor(machine, { input, clock: this.#clock });
    // Its error shows in its status; unheard, XState would throw it into the process.
    this.#actor.subscribe({ error: () => undefined });
    this.#actor.start();
  }

  send(event: EventObject): void {
    this.#actor.send(event);
  }

  goOn(durationMs: number): void {
    this.#clock.advance(durationMs);
  }

  /** What is seen of the actor itself; what it asked for is only known from the pure transition. */
  look({ timers, effects }: Seen): Seen {
    const snapshot = this.#actor.getSnapshot() as Moment['snapshot'];
    const values = contextValues(snapshot.context, this.#walked.ignored);
    const changes = changesBetween(this.#values, values);
    this.#values = values;
    return describe(this.#walked, snapshot, { changes, timers, effects });
  }
}
