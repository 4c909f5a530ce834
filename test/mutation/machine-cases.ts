import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { test } from 'vitest';
import { machineWorld } from '../../src/testing/vectors/machine-world.ts';
import { runVector } from '../../src/testing/vectors/run-vector.ts';
import { startSideBySide } from '../machines/side-by-side.ts';
import { walks, type Walk } from '../machines/walks.ts';
import { vectorsFor } from '../vectors/read-vectors.ts';

/** What a changed machine has to face beside the tests of its rules: the vectors, and its model. */
const WALKS = 300;
const WALKS_IN_A_CASE = 25;

const world = machineWorld();
for (const { vector } of knownVectors()) test(vector.id, () => runVector(vector, world));

const all = sampleOnce();
for (let start = 0; start < WALKS; start += WALKS_IN_A_CASE)
  test(`walks from ${start}`, () => all.slice(start, start + WALKS_IN_A_CASE).forEach(takeWalk));

/** Read once for all changes, since that takes longer than most cases do. */
function knownVectors(): ReturnType<typeof vectorsFor> {
  const kept = globalThis as { holdfastVectors?: ReturnType<typeof vectorsFor> };
  return (kept.holdfastVectors ??= vectorsFor(world.name));
}

function sampleOnce(): Walk[] {
  const kept = globalThis as { holdfastWalks?: Walk[] };
  return (kept.holdfastWalks ??= fc.sample(walks, { seed: 1, numRuns: WALKS }));
}

function takeWalk(walk: Walk): void {
  const both = startSideBySide(walk);
  try {
    for (const step of walk.steps) {
      if (!isDeepStrictEqual(both.machine(), both.reference())) throw new Error('they differ');
      if (both.machine().isOver) return;
      both.take(step);
    }
  } finally {
    both.stop();
  }
}
