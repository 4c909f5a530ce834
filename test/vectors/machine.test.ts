import { describe, it } from 'vitest';
import { machineWorld } from '../../src/testing/vectors/machine-world.ts';
import { referenceWorld } from '../../src/testing/vectors/reference-world.ts';
import { runVector } from '../../src/testing/vectors/run-vector.ts';
import { sourceOf, vectorsFor } from './read-vectors.ts';

const worlds = [
  { by: 'the machine', world: machineWorld() },
  { by: 'the reference model', world: referenceWorld() },
];

describe.each(worlds)('the vectors, held by $by', ({ world }) => {
  for (const filed of vectorsFor(world.name))
    it(filed.title, () => runVector(filed.vector, world, sourceOf(filed, 'machine.test.ts')));
});
