import type { Goals } from './goals.ts';
import { isTimer } from './timers.ts';
import type { Space, SpaceState, SpaceStep } from './space.ts';

/** A way from the start, and the goal it was made for. */
export interface Route {
  readonly title: string;
  readonly steps: Way;
}

/** Steps in a row from the start. */
export type Way = readonly SpaceStep[];

/** So many ways to one goal are tried for one that can happen on a clock. */
const WAYS_PER_GOAL = 4;
/** A path that covers pairs goes on while each step covers a new one, up to so many steps. */
const LONGEST_CHAIN = 20;

/** Tries ways out, step by step. */
export interface Trial {
  /** False if a timer is taken that is not armed: one that has fired does so once. */
  isPossible(way: Way): boolean;
  /**
   * The same way, with the timers that fire in between, so that it can happen on a clock. Absent if
   * they lead elsewhere.
   */
  onClock(way: Way): Way | undefined;
}

export interface Routes {
  /** None is the beginning of another. */
  readonly routes: readonly Route[];
  /** Goals that no tried way can reach, since a timer it needs does not run by then. */
  readonly impossible: readonly string[];
}

/** Short ways from the start that reach all goals between them, on a clock where that can be. */
export function chooseRoutes(space: Space, goals: Goals, trial: Trial): Routes {
  const ends = findEnds(space, goals, trial);
  const open = new Set(goals.titles.keys());
  const routes: Route[] = [];
  // Long ways first: they reach what lies on them, too.
  for (const [goal, ways] of [...ends].reverse()) {
    if (!open.has(goal)) continue;
    const way = bestWay(goal, { ways, goals, trial });
    if (way === undefined) continue;
    const steps = goals.span === 1 ? way : extend(way, { goals, open, trial });
    settle(steps, goals, open);
    routes.push({ title: goals.titles.get(goal) ?? goal, steps });
  }
  // What holds at the start needs no step.
  for (const goal of goals.atStart) open.delete(goal);
  return { routes: withoutBeginnings(routes.reverse()), impossible: [...open] };
}

function bestWay(
  goal: string,
  { ways, goals, trial }: { ways: readonly Way[]; goals: Goals; trial: Trial },
): Way | undefined {
  for (const way of ways) {
    const timed = trial.onClock(way);
    if (timed !== undefined && reaches(goal, timed, goals)) return timed;
  }
  return ways.find((way) => trial.isPossible(way));
}

function reaches(goal: string, way: Way, goals: Goals): boolean {
  const last = way.at(-1);
  return last !== undefined && goals.reachedBy(last, way.at(-2)).includes(goal);
}

/** Goes through the space in breadth, so that each goal meets its nearest ways first. */
function findEnds(space: Space, goals: Goals, trial: Trial): ReadonlyMap<string, readonly Way[]> {
  const ends = new Map<string, Way[]>();
  const note = (way: Way, step: SpaceStep, before: SpaceStep | undefined) => {
    for (const goal of goals.reachedBy(step, before)) {
      const known = ends.get(goal);
      if (known === undefined) ends.set(goal, [way]);
      else if (known.length < WAYS_PER_GOAL) known.push(way);
    }
  };
  for (const [state, way] of waysTo(space, trial))
    for (const step of state.steps) {
      if (goals.span === 1) note([...way, step], step, way.at(-1));
      else for (const next of step.to.steps) note([...way, step, next], next, step);
    }
  return ends;
}

/** One shortest way to each state, nearest first. */
function waysTo({ start }: Space, trial: Trial): Map<SpaceState, Way> {
  const ways = new Map<SpaceState, Way>([[start, []]]);
  // A map gives what is added while it is gone through, in the order of adding.
  for (const [state, way] of ways)
    for (const step of state.steps) {
      if (ways.has(step.to)) continue;
      const longer = [...way, step];
      if (!isTimer(step.event.type) || trial.isPossible(longer)) ways.set(step.to, longer);
    }
  return ways;
}

function extend(
  way: Way,
  { goals, open, trial }: { goals: Goals; open: Set<string>; trial: Trial },
): Way {
  let steps = way;
  settle(steps, goals, open);
  while (steps.length < LONGEST_CHAIN) {
    const last = steps.at(-1);
    const longer = last?.to.steps
      .filter((step) => goals.reachedBy(step, last).some((goal) => open.has(goal)))
      .map((step) => [...steps, step])
      .find((next) => trial.isPossible(next));
    if (longer === undefined) break;
    steps = longer;
    settle(steps.slice(-2), goals, open);
  }
  return steps;
}

function settle(steps: Way, goals: Goals, open: Set<string>): void {
  steps.forEach((step, index) => {
    for (const goal of goals.reachedBy(step, steps[index - 1])) open.delete(goal);
  });
}

function withoutBeginnings(routes: readonly Route[]): Route[] {
  const beginnings = new Set<string>();
  const idOf = (steps: Way) => steps.map(({ name }) => name).join('\n');
  for (const { steps } of routes)
    for (let length = 0; length < steps.length; length += 1)
      beginnings.add(idOf(steps.slice(0, length)));
  return routes.filter(({ steps }) => !beginnings.has(idOf(steps)));
}
