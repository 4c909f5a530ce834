import type { AnyActorLogic } from 'xstate';
import type { ReachedState, ReachedStep } from './traversal.ts';

/** The shortest way to a state, and all that can be tried there. */
export interface EdgePaths<Logic extends AnyActorLogic> {
  readonly state: ReachedState<Logic>;
  /** Steps from the start to `state`. A prefix of it is the shortest way to where it leads. */
  readonly prefix: readonly ReachedStep<Logic>[];
  /** Steps that lead back to the same state, so that they can be tried one after the other. */
  readonly staying: readonly ReachedStep<Logic>[];
  /** Steps that lead to another state: each is one path, `[...prefix, step]`. */
  readonly leaving: readonly ReachedStep<Logic>[];
}

/**
 * "Shortest prefix + edge" for every step between the states that can be reached, grouped by the
 * state in which it is tried.
 *
 * @param states what `reachableStates` found.
 */
export function edgePaths<Logic extends AnyActorLogic>(
  states: ReadonlyMap<string, ReachedState<Logic>>,
): EdgePaths<Logic>[] {
  const prefixes = shortestPrefixes(states);
  return [...states.values()].map((state) => ({
    state,
    prefix: prefixes.get(state.key) ?? [],
    staying: state.steps.filter(({ to }) => to === state.key),
    leaving: state.steps.filter(({ to }) => to !== state.key),
  }));
}

function shortestPrefixes<Logic extends AnyActorLogic>(
  states: ReadonlyMap<string, ReachedState<Logic>>,
): Map<string, readonly ReachedStep<Logic>[]> {
  const prefixes = new Map<string, readonly ReachedStep<Logic>[]>();
  const [start] = states.keys();
  if (start !== undefined) prefixes.set(start, []);
  // Entries that are added on the way are visited as well, nearest first.
  for (const [key, prefix] of prefixes)
    for (const step of states.get(key)?.steps ?? [])
      if (!prefixes.has(step.to)) prefixes.set(step.to, [...prefix, step]);
  return prefixes;
}
