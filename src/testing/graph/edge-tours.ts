import type { AnyActorLogic } from 'xstate';
import { edgePaths } from './edge-paths.ts';
import type { ReachedState, ReachedStep } from './traversal.ts';

/**
 * Walks from the start that together take every step: a fraction of the work of "shortest prefix +
 * edge" for each, and most states are met with more than one history.
 *
 * @param states what `reachableStates` found.
 * @param longest steps after which a walk ends, so that a failure stays readable. Default 60.
 */
export function edgeTours<Logic extends AnyActorLogic>(
  states: ReadonlyMap<string, ReachedState<Logic>>,
  longest = 60,
): ReachedStep<Logic>[][] {
  const tours: ReachedStep<Logic>[][] = [];
  const paths = edgePaths(states);
  // Those that stay are taken first, since after one that leaves the state is gone.
  const untaken: Untaken<Logic> = new Map(
    paths.map(({ state, staying, leaving }) => [state.key, [...staying, ...leaving]]),
  );
  for (const { state, prefix } of paths)
    while (untaken.get(state.key)?.length) {
      const tour = [...prefix];
      const end = Math.max(longest, prefix.length + 1);
      for (let key = state.key; tour.length < end; key = tour.at(-1)?.to ?? key) {
        const step = takeNext(untaken, key);
        const onward = step ? [step] : wayToUntaken(states, untaken, key);
        if (onward.length === 0) break;
        tour.push(...onward);
      }
      tours.push(tour);
    }
  return tours;
}

type Untaken<Logic extends AnyActorLogic> = Map<string, ReachedStep<Logic>[]>;

/** Rather one that leads on than one after which nothing is left to do. */
function takeNext<Logic extends AnyActorLogic>(
  untaken: Untaken<Logic>,
  key: string,
): ReachedStep<Logic> | undefined {
  const steps = untaken.get(key) ?? [];
  const leadsOn = steps.findIndex(({ to }) => to === key || untaken.get(to)?.length);
  return steps.splice(Math.max(leadsOn, 0), 1)[0];
}

/** The shortest way to a near state with steps that were not taken yet, if there is one. */
function wayToUntaken<Logic extends AnyActorLogic>(
  states: ReadonlyMap<string, ReachedState<Logic>>,
  untaken: Untaken<Logic>,
  from: string,
): ReachedStep<Logic>[] {
  const cameBy = new Map<string, Arrival<Logic> | undefined>([[from, undefined]]);
  for (const key of cameBy.keys()) {
    if (untaken.get(key)?.length) return wayBack(cameBy, key);
    // Beyond that many states, beginning anew is the shorter way.
    if (cameBy.size > NEAR) return [];
    for (const step of states.get(key)?.steps ?? [])
      if (!cameBy.has(step.to)) cameBy.set(step.to, { step, before: key });
  }
  return [];
}

const NEAR = 200;

interface Arrival<Logic extends AnyActorLogic> {
  readonly step: ReachedStep<Logic>;
  readonly before: string;
}

function wayBack<Logic extends AnyActorLogic>(
  cameBy: ReadonlyMap<string, Arrival<Logic> | undefined>,
  end: string,
): ReachedStep<Logic>[] {
  const way: ReachedStep<Logic>[] = [];
  for (let at = cameBy.get(end); at !== undefined; at = cameBy.get(at.before)) way.push(at.step);
  return way.reverse();
}
