import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { declaredTransitions } from '../../src/testing/graph/declared-transitions.ts';
import { pairName } from '../../src/testing/graph/edge-pairs.ts';
import { coverage } from './edge-walk.ts';
import { replay, type Replay } from './edge-replay.ts';
import { spaces } from './spaces.ts';

/** `HOLDFAST_EDGES=all` takes each step at the end of its own shortest path, which takes minutes. */
const { HOLDFAST_EDGES: extent } = process.env;
const literally = extent === 'all';
const accept =
  'What the machine can do has grown or shrunk. If that was meant, accept it with `npx vitest run --project source test/machines/edges.test.ts -u`';

const replays = new Map<string, Replay>();
beforeAll(() => {
  // A link that crashes while it is told to close is warned of, and is meant to.
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const space of spaces) replays.set(space.name, replay(space, literally));
}, 900_000);
afterAll(() => void vi.restoreAllMocks());

describe.each(spaces)('every step of the machine: $name', ({ name }) => {
  test('C1 to C16, B1 to B7, S1: actor and contract agree on state, timers and links', () => {
    expect(replays.get(name)?.disagreements).toEqual([]);
  });

  test('C14 there are steps at all, and each was taken', () => {
    const { states, steps } = replays.get(name) ?? { states: new Map(), steps: 0 };
    expect(steps).toBeGreaterThan(100);
    expect(steps).toBe([...states.values()].reduce((sum, state) => sum + state.steps.length, 0));
  });
});

test('C1 to C16, B1 to B7, S1: every declared transition is taken', () => {
  expect(coverage.missing).toEqual([]);
});

test('C1 to C16, B1 to B7, S1: every guard is seen to let through and to refuse', () => {
  const oneSided = [...coverage.guards].filter(([, { passed, refused }]) => !passed || !refused);
  expect(oneSided).toEqual([]);
});

test('C1 to C16, B1 to B7, S1: nearly every two transitions that can follow each other do', () => {
  expect(taken().size / feasible().size).toBeGreaterThan(0.95);
});

test('C14 the space is as large as it was', async () => {
  const counts = {
    spaces: Object.fromEntries(
      [...replays].map(([name, { states, steps }]) => [name, { states: states.size, steps }]),
    ),
    declaredTransitions: coverage.declared.length,
    guards: coverage.guards.size,
    pairs: {
      declared: coverage.declared.length ** 2,
      feasible: feasible().size,
      taken: taken().size,
      ...impossiblePairs(),
    },
  };
  await expect(`${JSON.stringify(counts, null, 2)}\n`, accept).toMatchFileSnapshot('./space.json');
});

function feasible(): Set<string> {
  return new Set([...replays.values()].flatMap((each) => [...each.feasible]));
}

function taken(): Set<string> {
  const possible = feasible();
  const pairs = [...replays.values()].flatMap((each) => [...each.taken]);
  return new Set(pairs.filter((pair) => possible.has(pair)));
}

/** Why two transitions never follow each other: the second one's state is left, or it is not let through. */
function impossiblePairs(): { readonly stateLeft: number; readonly notLetThrough: number } {
  const possible = feasible();
  const declared = declaredTransitions(coverage.machine);
  const impossible = declared.flatMap((first) =>
    declared
      .filter((second) => !possible.has(pairName(first.name, second.name)))
      .map((second) => isActiveAfter(first.name, second.definition.source.id)),
  );
  const notLetThrough = impossible.filter(Boolean).length;
  return { stateLeft: impossible.length - notLetThrough, notLetThrough };
}

function isActiveAfter(transition: string, state: string): boolean {
  return [...replays.values()].some(({ activeAfter }) => activeAfter.get(transition)?.has(state));
}
