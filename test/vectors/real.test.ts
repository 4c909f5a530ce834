import { describe, it } from 'vitest';
import { runVector } from '../../src/testing/vectors/run-vector.ts';
import { sourceOf, vectorsFor } from './read-vectors.ts';
import { realWorld } from './real/real-world.ts';

describe.each([realWorld('stdio'), realWorld('http')])('over $name', (world) => {
  // Most of a case is waiting for a process or a timer of its own.
  for (const filed of vectorsFor(world.name))
    it.concurrent(
      filed.title,
      () => runVector(filed.vector, world, sourceOf(filed, 'real.test.ts')),
      60_000,
    );
});
