import { isDeepStrictEqual } from 'node:util';
import type { ChartEvent } from '../../machines/events.ts';
import type { ServerMachine } from '../../machines/index.ts';
import { feasiblePairs, pairName } from '../../src/testing/graph/edge-pairs.ts';
import { edgePaths } from '../../src/testing/graph/edge-paths.ts';
import { edgeTours } from '../../src/testing/graph/edge-tours.ts';
import {
  reachableStates,
  type ReachedState,
  type ReachedStep,
} from '../../src/testing/graph/traversal.ts';
import { coverage, startWalk, type Sight } from './edge-walk.ts';
import { inputOf, traversed, type Space } from './explore.ts';

export interface Replay {
  readonly states: ReadonlyMap<string, ReachedState<ServerMachine>>;
  readonly steps: number;
  /** The first few steps at which actor, model and map did not agree. */
  readonly disagreements: readonly Disagreement[];
  /** Pairs of transitions that two steps in a row can take, and those that were taken. */
  readonly feasible: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
  /** By each transition, the states of the chart that are active after some step that takes it. */
  readonly activeAfter: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Disagreement {
  readonly events: readonly unknown[];
  readonly machine: Sight;
  readonly reference: Sight;
  readonly leadsTo: string;
  readonly shouldLeadTo: string;
}

type Step = ReachedStep<ServerMachine>;

/**
 * Takes every step of a space on the real actor and in the reference model, and compares both with
 * each other and with the map. `literally` takes each at the end of its own shortest path.
 */
export function replay(space: Space, literally: boolean): Replay {
  const { logic, options } = traversed(space);
  const states = reachableStates(logic, options);
  const paths = edgePaths(states);
  const walks = literally
    ? paths.flatMap(({ prefix, staying, leaving }) => [
        [...prefix, ...staying],
        ...leaving.map((step) => [...prefix, step]),
      ])
    : edgeTours(states);
  const record = createRecord(space, options.keyOf);
  for (const walk of walks) record.walk(walk);
  const feasible = feasiblePairs(states, (step) => record.takenBy.get(step) ?? []);
  const prefixes = new Map(paths.map(({ state, prefix }) => [state, prefix]));
  for (const [name, { from, steps }] of feasible)
    if (!record.pairs.has(name)) record.walk([...(prefixes.get(from) ?? []), ...steps]);
  return {
    states,
    steps: record.takenBy.size,
    disagreements: record.disagreements,
    feasible: new Set(feasible.keys()),
    taken: record.pairs,
    activeAfter: record.activeAfter,
  };
}

function createRecord(space: Space, keyOf: ReturnType<typeof traversed>['options']['keyOf']) {
  const takenBy = new Map<Step, readonly string[]>();
  const pairs = new Set<string>();
  const activeAfter = new Map<string, Set<string>>();
  const disagreements: Disagreement[] = [];
  const take = (walk: ReturnType<typeof startWalk>, step: Step, path: readonly Step[]) => {
    walk.take(step.event as ChartEvent);
    const names = coverage.takeStep();
    if (takenBy.has(step)) return names;
    takenBy.set(step, names);
    for (const name of names) {
      const active = activeAfter.get(name) ?? new Set<string>();
      activeAfter.set(name, active);
      for (const { id } of step.result._nodes) active.add(id);
    }
    const machine = walk.machineSight();
    const reference = walk.referenceSight();
    const leadsTo = keyOf(walk.actor.getSnapshot());
    if (disagreements.length < 3 && !(leadsTo === step.to && isDeepStrictEqual(machine, reference)))
      disagreements.push({
        events: path.slice(0, path.indexOf(step) + 1).map(({ event }) => event),
        machine: { ...machine, asked: [...machine.asked] },
        reference: { ...reference, asked: [...reference.asked] },
        leadsTo,
        shouldLeadTo: step.to,
      });
    return names;
  };
  return {
    takenBy,
    pairs,
    activeAfter,
    disagreements,
    walk: (path: readonly Step[]) => {
      const walk = startWalk(inputOf(space));
      let before: readonly string[] = [];
      for (const step of path) {
        const names = take(walk, step, path);
        for (const first of before) for (const second of names) pairs.add(pairName(first, second));
        before = names;
      }
      walk.stop();
    },
  };
}
