import { test } from 'vitest';
import { runVector } from '../../src/testing/vectors/run-vector.ts';
import { simulatedWorld } from '../../src/testing/vectors/simulated-world.ts';
import { readyForDialling } from '../../src/testing/world/scripted-peers.ts';
import { knownVectors } from './known-vectors.ts';

/** What changed source has to face beside its own tests: the vectors, in the simulated world. */
const world = simulatedWorld();
await readyForDialling();
for (const { vector } of knownVectors(world.name)) test(vector.id, () => runVector(vector, world));
