import { getAdjacencyMap } from '@xstate/graph';
import { describe, expect, it } from 'vitest';
import { explore } from './explore.ts';

describe('the traversal of xstate itself and of @xstate/graph', () => {
  it('C14 find the same states and the same steps', () => {
    const policy = { parkedProbeMs: false } as const;
    const inside = explore({ policy, calls: false });
    const apart = explore({ policy, calls: false, traverse: getAdjacencyMap });
    expect(stepsOf(apart)).toEqual(stepsOf(inside));
  });
});

function stepsOf(states: ReturnType<typeof explore>): string[] {
  return states
    .flatMap(({ key, edges }) => edges.map(({ event, to }) => `${key} ${event.type} ${to.key}`))
    .sort();
}
