import { describe, expect, test } from 'vitest';
import { createServerMachine } from '../../machines/index.ts';
import { allNodes } from './chart.ts';
import { explore } from './explore.ts';
import { spaceInvariants, viewOf } from './space-invariants.ts';

const spaces = [
  { name: 'with timed probes', states: explore(), floor: { states: 2_000, steps: 45_000 } },
  {
    name: 'without probes of its own and without calls',
    states: explore({ policy: { parkedProbeMs: false }, calls: false }),
    floor: { states: 400, steps: 9_000 },
  },
];

describe.each(spaces)('every state the machine can get into, $name', ({ name, states, floor }) => {
  const space = viewOf(states);

  test('C14 there are as many as there should be', () => {
    console.info(`${name}: ${states.length} states, ${space.edges.length} steps`);
    expect(states.length).toBeGreaterThan(floor.states);
    expect(space.edges.length).toBeGreaterThan(floor.steps);
  });

  test('C14 every resting state of the chart is visited', () => {
    const visited = new Set(states.flatMap(({ snapshot }) => snapshot._nodes.map(({ id }) => id)));
    const never = name === 'with timed probes' ? /\.untimed/ : /\.timed|breaker\.(open|halfOpen)/;
    const unvisited = restingStates().filter((id) => !visited.has(id) && !never.test(id));
    expect(unvisited).toEqual([]);
  });

  for (const { title, broken } of spaceInvariants)
    test(title, () => {
      expect(broken(space)).toEqual([]);
    });
});

/** Leaf states in which the chart can rest: those with `always` alone are passed through. */
function restingStates(): string[] {
  const leaves = [...allNodes(createServerMachine({ random: () => 0 }).root)].filter(
    ({ type }) => type === 'atomic' || type === 'final',
  );
  return leaves.map(({ id }) => id).filter((id) => !/\.(starting|deciding)$/.test(id));
}
