import type { AnyActorLogic } from 'xstate';
import type { ReachedState, ReachedStep } from './traversal.ts';

/** Two steps in a row, the first of many that take the same two transitions. */
export interface EdgePair<Logic extends AnyActorLogic> {
  /** The state in which the first step is taken. */
  readonly from: ReachedState<Logic>;
  readonly steps: readonly [ReachedStep<Logic>, ReachedStep<Logic>];
}

/**
 * Every pair of transitions that some two steps in a row can take, by its name (see `pairName`).
 *
 * @param states what `reachableStates` found.
 * @param takenBy the names of the transitions that a step takes; one step may take several.
 */
export function feasiblePairs<Logic extends AnyActorLogic>(
  states: ReadonlyMap<string, ReachedState<Logic>>,
  takenBy: (step: ReachedStep<Logic>) => readonly string[],
): Map<string, EdgePair<Logic>> {
  const pairs = new Map<string, EdgePair<Logic>>();
  const waysOn = new Map(
    [...states].map(([key, { steps }]) => [key, byTransition(steps, takenBy)]),
  );
  for (const from of states.values())
    for (const first of from.steps)
      for (const before of takenBy(first))
        for (const [after, second] of waysOn.get(first.to) ?? []) {
          const name = pairName(before, after);
          if (!pairs.has(name)) pairs.set(name, { from, steps: [first, second] });
        }
  return pairs;
}

/** What a pair of transitions is called: the names of both, in their order. */
export function pairName(before: string, after: string): string {
  return `${before}, then ${after}`;
}

/** One step for each transition that can be taken in a state. */
function byTransition<Logic extends AnyActorLogic>(
  steps: readonly ReachedStep<Logic>[],
  takenBy: (step: ReachedStep<Logic>) => readonly string[],
): Map<string, ReachedStep<Logic>> {
  const ways = new Map<string, ReachedStep<Logic>>();
  for (const step of steps) for (const name of takenBy(step)) ways.set(name, step);
  return ways;
}
