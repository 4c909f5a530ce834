import {
  initialTransition,
  transition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate';
import { readEffects } from './effects.ts';
import type { NamedCase } from './event-cases.ts';
import { PathError } from './path-error.ts';
import { changesBetween, contextValues, type ContextValues, type Plain } from './plain-context.ts';
import { canBeSilenced } from './quiet-machine.ts';
import { stateName } from './state-names.ts';
import type { Timer } from './timers.ts';

/** What can be seen of a machine after one step. */
export interface Seen {
  /** The innermost active states, as in `connection.ready.serving · breaker.closed`. */
  readonly state: string;
  /** Absent while it is active. */
  readonly status?: 'done' | 'error' | 'stopped';
  /** The values of the context that this step changed, by path. At the start all of them. */
  readonly changes: Readonly<Record<string, Plain>>;
  /** The timers that are armed now, with the delays they were armed with, in milliseconds. */
  readonly timers: Readonly<Record<string, number>>;
  /** What the step asked for, as in `start link`, `send link close`, `emit server.parked`. */
  readonly effects: readonly string[];
  /** The events that something would come of now; all others must do nothing. */
  readonly heeds: readonly string[];
}

/** Everything a walk needs to know of its machine. */
export interface Walked {
  readonly machine: AnyStateMachine;
  readonly input: unknown;
  readonly cases: readonly NamedCase[];
  /** Paths of the context that are not looked at. */
  readonly ignored: readonly string[];
}

/** A machine at one point of a path. Never changed; the next point is another one. */
export interface Moment {
  readonly snapshot: AnyMachineSnapshot;
  readonly seen: Seen;
  readonly values: ContextValues;
  readonly timers: ReadonlyMap<string, Timer>;
  /** Milliseconds since the start. */
  readonly nowMs: number;
  /** False once a timer was taken although another one would have fired before or with it. */
  readonly timely: boolean;
  /** False once a real actor would have done something that cannot be kept from it. */
  readonly silent: boolean;
}

/** @throws PathError `BAD_INPUT`, `BAD_CONTEXT` */
export function firstMoment(walked: Walked): Moment {
  const [snapshot, actions] = attempt(
    () => initialTransition(walked.machine, walked.input),
    'starts',
    'BAD_INPUT',
  );
  if (snapshot.status === 'error') throw startFailed(walked.machine, snapshot.error);
  const before = { timers: new Map(), nowMs: 0, values: new Map(), timely: true, silent: true };
  return momentOf(walked, { snapshot, actions }, before);
}

/** @throws PathError `MACHINE_THREW`, `BAD_CONTEXT`; RangeError for a step that cannot be taken. */
export function nextMoment(walked: Walked, before: Moment, step: string): Moment {
  const { event, timer } = eventOf(walked, before, step);
  const [snapshot, actions] = attempt(
    () => transition(walked.machine, before.snapshot, event),
    `takes "${step}" in ${before.seen.state}`,
    'MACHINE_THREW',
  );
  if (timer === undefined) return momentOf(walked, { snapshot, actions }, before);
  const timers = new Map([...before.timers].filter(([, armed]) => armed !== timer));
  const isFirst = [...timers.values()].every(({ dueMs }) => dueMs > timer.dueMs);
  const nowMs = Math.max(before.nowMs, timer.dueMs);
  const timely = before.timely && isFirst;
  return momentOf(walked, { snapshot, actions }, { ...before, timers, nowMs, timely });
}

/** The event that a step stands for, and the timer that sends it, if one does. */
export function eventOf(
  { cases, machine }: Walked,
  { timers, seen }: Moment,
  step: string,
): { readonly event: EventObject; readonly timer?: Timer } {
  const timer = [...timers.values()].find(({ name }) => name === step);
  if (timer !== undefined) return { event: { type: timer.eventType }, timer };
  const known = cases.find(({ name }) => name === step);
  if (known !== undefined) return { event: known.event };
  const names = [...cases, ...timers.values()].map(({ name }) => name).join(', ');
  throw new RangeError(
    `${machine.id} has no event and no armed timer "${step}" in ${seen.state}; there are ${names}`,
  );
}

interface Result {
  readonly snapshot: AnyMachineSnapshot;
  readonly actions: Parameters<typeof readEffects>[1];
}

function momentOf(
  walked: Walked,
  { snapshot, actions }: Result,
  before: Pick<Moment, 'timers' | 'nowMs' | 'values' | 'timely' | 'silent'>,
): Moment {
  const effects = readEffects(walked.machine, actions, before);
  const ended = snapshot.status !== 'active';
  const timers = ended ? new Map<string, Timer>() : effects.timers;
  const values = contextValues(snapshot.context, walked.ignored);
  const silent = before.silent && effects.silent && childrenAreSilent(walked.machine, snapshot);
  const changes = changesBetween(before.values, values);
  const shown = { changes, timers: delaysOf(timers), effects: effects.asked };
  const seen = describe(walked, snapshot, shown);
  return { snapshot, seen, values, timers, nowMs: before.nowMs, timely: before.timely, silent };
}

/** What can be seen of a snapshot, with what was found out beside it. */
export function describe(
  { cases }: Walked,
  snapshot: AnyMachineSnapshot,
  { changes, timers, effects }: Pick<Seen, 'changes' | 'timers' | 'effects'>,
): Seen {
  const { status } = snapshot;
  const heeded = cases.filter(({ event }) => status === 'active' && heeds(snapshot, event));
  return {
    state: stateName(snapshot),
    ...(status !== 'active' && { status }),
    changes,
    timers,
    effects,
    heeds: heeded.map(({ name }) => name),
  };
}

/** A guard that cannot read an event which is impossible here has not let it through. */
function heeds(snapshot: AnyMachineSnapshot, event: EventObject): boolean {
  try {
    return snapshot.can(event);
  } catch {
    return false;
  }
}

function delaysOf(timers: ReadonlyMap<string, Timer>): Record<string, number> {
  const delays = [...timers.values()].map(({ name, delayMs }) => [name, delayMs] as const);
  return Object.fromEntries(delays.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function childrenAreSilent(machine: AnyStateMachine, { children }: AnyMachineSnapshot): boolean {
  return Object.values(children as Record<string, { readonly src?: unknown } | undefined>).every(
    (child) => child === undefined || canBeSilenced(machine, 'actors', child.src),
  );
}

function attempt<Result>(
  act: () => Result,
  doing: string,
  code: 'BAD_INPUT' | 'MACHINE_THREW',
): Result {
  try {
    return act();
  } catch (error) {
    throw machineThrew(error, doing, code);
  }
}

/** The machine's own code threw; nothing of it can be explored beyond that. */
export function machineThrew(
  error: unknown,
  doing: string,
  code: 'BAD_INPUT' | 'MACHINE_THREW' = 'MACHINE_THREW',
): PathError {
  const reason = error instanceof Error ? error.message : String(error);
  return new PathError(code, `The machine threw when it ${doing}: ${reason}`, {
    advice:
      code === 'BAD_INPUT'
        ? 'Give it the input it needs with --input.'
        : 'Give that event the payload it needs with --events, or mend the guard or action.',
    cause: error,
  });
}

function startFailed({ id }: AnyStateMachine, error: unknown): PathError {
  const reason = error instanceof Error ? error.message : String(error);
  return new PathError('BAD_INPUT', `${id} cannot start with this input: ${reason}`, {
    advice: 'Give it the input it needs with --input.',
    cause: error,
  });
}
