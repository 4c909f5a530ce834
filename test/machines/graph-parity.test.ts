import type { ActorLogic, SnapshotFrom } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap, getShortestPaths } from 'xstate/graph';
import { describe, expect, test } from 'vitest';
import type { ChartEvent } from '../../machines/events.ts';
import type { ServerInput, ServerMachine } from '../../machines/index.ts';
import { reachableStates, shortestPaths } from '../../src/testing/graph/traversal.ts';
import { traversed } from './explore.ts';

const { logic, options } = traversed({ policy: { parkedProbeMs: false }, calls: false });
const inside = {
  // XState's own types of a machine and of what it traverses do not quite meet.
  logic: logic as unknown as ActorLogic<SnapshotFrom<ServerMachine>, ChartEvent, ServerInput>,
  options: { input: options.input, events: options.eventsIn, serializeState: options.keyOf },
};

describe('our traversal and the one inside xstate', () => {
  test('C14 find the same states and the same steps', () => {
    const ours = [...reachableStates(logic, options).values()].flatMap(({ key, steps }) =>
      steps.map(({ event, to }) => line(key, event, to)),
    );
    const map = getAdjacencyMap(inside.logic, inside.options);
    const theirs = adjacencyMapToArray(map).map(({ state, event, nextState }) =>
      line(options.keyOf(state), event, options.keyOf(nextState)),
    );
    expect(ours.length).toBeGreaterThan(9_000);
    expectSameLines(ours, theirs);
  });

  test('C14 find the same shortest paths', () => {
    const ours = shortestPaths(logic, options);
    const theirs = getShortestPaths(inside.logic, inside.options);
    expectSameLines(
      ours.map(({ steps }) => JSON.stringify(steps.map(({ event }) => event))),
      theirs.map(({ steps }) => JSON.stringify(steps.slice(1).map(({ event }) => event))),
    );
  });
});

function line(from: string, event: unknown, to: string): string {
  return `${from} ${JSON.stringify(event)} ${to}`;
}

/** Comparing the lists as such takes seconds, even if they are the same. */
function expectSameLines(ours: readonly string[], theirs: readonly string[]): void {
  const different = ours.findIndex((each, index) => each !== theirs[index]);
  expect(ours[different]).toBe(theirs[different]);
  expect(ours.length).toBe(theirs.length);
}
