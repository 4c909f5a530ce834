import { afterAll, beforeAll, it } from 'vitest';
import { runVector } from '../../src/testing/vectors/run-vector.ts';
import { buildCli, type BuiltCli } from '../cli/built-cli.ts';
import { sourceOf, vectorsFor } from './read-vectors.ts';
import { cliWorld } from './real/cli-world.ts';

let built: BuiltCli;
const world = cliWorld(() => built.file);

beforeAll(async () => {
  built = await buildCli();
}, 60_000);
afterAll(() => built.remove());

for (const filed of vectorsFor(world.name))
  it(filed.title, () => runVector(filed.vector, world, sourceOf(filed, 'cli.test.ts')), 60_000);
