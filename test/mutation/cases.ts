import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { machineWorld } from '../../src/testing/vectors/machine-world.ts';
import { runVector } from '../../src/testing/vectors/run-vector.ts';
import { simulatedWorld } from '../../src/testing/vectors/simulated-world.ts';
import { readyForDialling } from '../../src/testing/world/scripted-peers.ts';
import { startSideBySide } from '../machines/side-by-side.ts';
import { walks, type Walk } from '../machines/walks.ts';
import { vectorsFor } from '../vectors/read-vectors.ts';

/** Something that has to hold, whatever of the code was changed. */
export interface Case {
  readonly id: string;
  /** @throws if it does not hold. */
  readonly run: () => Promise<void>;
}

const WALKS = 300;
const WALKS_IN_A_CASE = 25;

/**
 * What needs no test runner: the vectors, and for the machine random walks beside its model. Made
 * anew for each change, so that the machine is built with the change in it.
 */
export async function casesOf(group: string): Promise<Case[]> {
  await readyForDialling();
  return group === 'machines' ? [...vectorCases(machineWorld()), ...walkCases()] : worldCases();
}

const worldCases = () => vectorCases(simulatedWorld());

function vectorCases(world: ReturnType<typeof machineWorld>): Case[] {
  return knownVectors(world.name).map(({ vector }) => ({
    id: vector.id,
    run: () => runVector(vector, world),
  }));
}

/** Read once for all changes, since that takes longer than most cases do. */
function knownVectors(world: string): ReturnType<typeof vectorsFor> {
  const kept = globalThis as { holdfastVectors?: ReturnType<typeof vectorsFor> };
  return (kept.holdfastVectors ??= vectorsFor(world));
}

function walkCases(): Case[] {
  const all = fc.sample(walks, { seed: 1, numRuns: WALKS });
  const starts = Array.from({ length: WALKS / WALKS_IN_A_CASE }, (_, at) => at * WALKS_IN_A_CASE);
  return starts.map((start) => ({
    id: `walks from ${start}`,
    run: async () => all.slice(start, start + WALKS_IN_A_CASE).forEach(takeWalk),
  }));
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
