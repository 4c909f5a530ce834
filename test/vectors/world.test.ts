import { it } from 'vitest';
import { runVector } from '../../src/testing/vectors/run-vector.ts';
import { simulatedWorld } from '../../src/testing/vectors/simulated-world.ts';
import { sourceOf, vectorsFor } from './read-vectors.ts';

const world = simulatedWorld();

for (const filed of vectorsFor(world.name))
  it(filed.title, () => runVector(filed.vector, world, sourceOf(filed, 'world.test.ts')));
