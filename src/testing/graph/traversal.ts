// The only module that knows @xstate/graph, so that what comes after it can take over in one place.
import {
  getAdjacencyMap,
  getShortestPaths,
  type TraversalOptions as GraphOptions,
} from '@xstate/graph';
import type {
  ActorLogic,
  AnyActorLogic,
  EventFromLogic,
  EventObject,
  InputFrom,
  Snapshot,
  SnapshotFrom,
} from 'xstate';

/** What can happen to an actor: an event it is sent, or a timer or child of its own. */
export type Happening<Logic extends AnyActorLogic> =
  EventFromLogic<Logic> | { readonly type: `xstate.${string}` };

/** What is traversed, and how states are told apart. */
export interface TraversalOptions<Logic extends AnyActorLogic> {
  readonly input?: InputFrom<Logic>;
  /**
   * All that is tried in a state. It replaces the default, which for a machine is every type that
   * the chart names there, timers and ends of children included, without payload, and for other
   * actor logic is nothing.
   */
  readonly eventsIn?: (state: SnapshotFrom<Logic>) => readonly Happening<Logic>[];
  /**
   * Snapshots with the same key are one state. It must tell apart all that a guard or a delay can
   * still read, and should leave out what only ever grows. Default: value and whole context.
   */
  readonly keyOf?: (state: SnapshotFrom<Logic>) => string;
  /** The most steps that are tried. Default 100,000. */
  readonly limit?: number;
}

/** A state that can be reached, and every step out of it. */
export interface ReachedState<Logic extends AnyActorLogic> {
  readonly key: string;
  /** The first snapshot that was found with this key. */
  readonly state: SnapshotFrom<Logic>;
  /** Each event that was tried, and what came of it, also where it changed nothing. */
  readonly steps: readonly ReachedStep<Logic>[];
}

/** One event that was tried in a state. */
export interface ReachedStep<Logic extends AnyActorLogic> {
  readonly event: Happening<Logic>;
  /** What the step itself gave; the state at `to` is the same but for what the key leaves out. */
  readonly result: SnapshotFrom<Logic>;
  readonly to: string;
}

/** A way from the start to a state. */
export interface Path<Logic extends AnyActorLogic> {
  readonly steps: readonly PathStep<Logic>[];
  /** Where it ends: the start itself, if there are no steps. */
  readonly state: SnapshotFrom<Logic>;
}

/** One step on the way. */
export interface PathStep<Logic extends AnyActorLogic> {
  readonly event: Happening<Logic>;
  /** The state that this step leads to. */
  readonly state: SnapshotFrom<Logic>;
}

/** More steps than the limit: budgets that are too large to explore, or a counter without end. */
export class TraversalLimitError extends Error {
  readonly limit: number;
  constructor(limit: number, options?: ErrorOptions) {
    super(
      `More than ${limit} steps were found. Give the machine smaller budgets, leave what only grows out of keyOf, or raise the limit.`,
      options,
    );
    this.name = 'TraversalLimitError';
    this.limit = limit;
  }
}

/**
 * Every state that can be reached and every step between them, by key, the start first. No action
 * runs and no time passes: a timer is an event like any other.
 *
 * @throws TraversalLimitError; and whatever a guard or an assign of the machine throws.
 */
export function reachableStates<Logic extends AnyActorLogic>(
  logic: Logic,
  options: TraversalOptions<Logic> = {},
): Map<string, ReachedState<Logic>> {
  const { keyOf = defaultKey } = options;
  const map = withinLimit(
    options,
    (erased) => getAdjacencyMap(logic as ErasedLogic, erased) as ErasedMap,
  );
  return new Map(
    Object.entries(map).map(([key, { state, transitions }]) => {
      const steps = Object.values(transitions).map((step) => ({
        event: step.event as Happening<Logic>,
        result: step.state as SnapshotFrom<Logic>,
        to: keyOf(step.state as SnapshotFrom<Logic>),
      }));
      return [key, { key, state: state as SnapshotFrom<Logic>, steps }];
    }),
  );
}

/**
 * One shortest path to each state that can be reached, the start included.
 *
 * @throws TraversalLimitError; and whatever a guard or an assign of the machine throws.
 */
export function shortestPaths<Logic extends AnyActorLogic>(
  logic: Logic,
  options: TraversalOptions<Logic> = {},
): Path<Logic>[] {
  const paths = withinLimit(options, (erased) => getShortestPaths(logic as ErasedLogic, erased));
  return paths.map(({ state, steps }) => ({
    state: state as SnapshotFrom<Logic>,
    // The first step is the start, which takes no event of ours.
    steps: steps.slice(1).map((step) => ({
      event: step.event as Happening<Logic>,
      state: step.state as SnapshotFrom<Logic>,
    })),
  }));
}

// A machine's own types and those the package asks for do not quite meet.
type ErasedLogic = ActorLogic<Snapshot<unknown>, EventObject, unknown>;
type ErasedOptions = GraphOptions<Snapshot<unknown>, EventObject, unknown>;
interface ErasedStep {
  readonly event: EventObject;
  readonly state: unknown;
}
type ErasedMap = Record<
  string,
  { readonly state: unknown; readonly transitions: Record<string, ErasedStep> }
>;

/** Calls the package with the options in its own words, and puts its bare error into ours. */
function withinLimit<Logic extends AnyActorLogic, Result>(
  { input, eventsIn, keyOf = defaultKey, limit = 100_000 }: TraversalOptions<Logic>,
  traverse: (options: ErasedOptions) => Result,
): Result {
  try {
    return traverse({
      serializeState: (state) => keyOf(state as SnapshotFrom<Logic>),
      limit,
      ...(input !== undefined && { input }),
      ...(eventsIn && {
        events: (state) => eventsIn(state as SnapshotFrom<Logic>) as EventObject[],
      }),
    });
  } catch (error) {
    if (error instanceof Error && error.message === 'Traversal limit exceeded')
      throw new TraversalLimitError(limit, { cause: error });
    throw error;
  }
}

function defaultKey(state: unknown): string {
  const { value, context } = state as { readonly value?: unknown; readonly context?: unknown };
  return JSON.stringify(value === undefined && context === undefined ? state : { value, context });
}
