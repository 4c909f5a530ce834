import type { AnyStateMachine } from 'xstate';
import { checkPathOptions } from './check-path-options.ts';
import { chooseRoutes } from './choose-routes.ts';
import { edgeEffects } from './edge-effects.ts';
import { nameCases } from './event-cases.ts';
import { findGoals } from './goals.ts';
import { firstMoment, type Walked } from './moment.ts';
import type { PathOptions, PathPlan } from './path-plan.ts';
import { quietMachine } from './quiet-machine.ts';
import { Replay } from './replay.ts';
import { exploreSpace } from './space.ts';
import { unreachedStates } from './unreached-states.ts';

/**
 * Finds every state of a machine and every step between them, and makes few and short paths of them
 * that take all edges, reach all states, or take all pairs of edges. Nothing runs: no child, no
 * action, no timer. The same machine and options give the same plan.
 *
 * `edges`: every way of every region, with every payload and with every set of values that it changes,
 * and every guard that keeps an event out.
 * `states`: every combination of active states. `pairs`: every two edges in a row.
 * @throws PathError saying what is in the way, and what to do about it.
 */
export function generatePaths(machine: AnyStateMachine, options: PathOptions = {}): PathPlan {
  const { input, events = [], ignore = [], keyOf, cover = 'edges', limit = 100_000 } = options;
  checkPathOptions(machine, options);
  const cases = nameCases(machine, events);
  const walked: Walked = { machine: quietMachine(machine), input, cases, ignored: ignore };
  const { onProgress } = options;
  // A machine that cannot start is told as such, before it is explored.
  const first = firstMoment(walked);
  const space = exploreSpace(walked, { keyOf, limit, onProgress });
  const goals = findGoals(space, cover, ignore);
  const replay = new Replay(walked, first, space.start);
  const { routes, impossible } = chooseRoutes(space, goals, replay);
  return {
    machine: machine.id,
    cover,
    input,
    ignore,
    events: cases,
    counts: {
      states: space.states.length,
      steps: space.states.reduce((sum, { steps }) => sum + steps.length, 0),
      goals: goals.titles.size,
      impossible: impossible.length,
    },
    unreached: unreachedStates(walked.machine, space),
    edges: goals.edges.map((found) => ({ ...found.edge, ...edgeEffects(walked, found) })),
    paths: routes.map((route) => replay.replay(route)),
  };
}
