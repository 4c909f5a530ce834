import { machineWorld } from '../../../src/testing/vectors/machine-world.ts';
import { runVector } from '../../../src/testing/vectors/run-vector.ts';
import { simulatedWorld } from '../../../src/testing/vectors/simulated-world.ts';
import type { VectorWorld } from '../../../src/testing/vectors/stage.ts';
import { vectorsFor } from '../../vectors/read-vectors.ts';
import type { Finding, Layer } from './layer.ts';

/** The rules as cases, on the chart alone. */
export const machineVectors = layerOf(machineWorld());
/** The same on the supervisor with simulated peers. */
export const worldVectors = layerOf(simulatedWorld());

function layerOf(world: VectorWorld): Layer {
  return async ({ rule, alive }) => {
    for (const { vector } of casesFor(world, rule)) {
      alive(vector.id);
      const finding = await runVector(vector, world).then(() => undefined, findingOf(vector.id));
      if (finding !== undefined) return finding;
    }
    return undefined;
  };
}

/** Those that hold the broken rule come first: they should be the ones that notice. */
function casesFor(world: VectorWorld, rule: string) {
  const all = vectorsFor(world.name);
  const holdsIt = ({ vector }: (typeof all)[number]) => vector.rules.includes(rule);
  return [...all.filter(holdsIt), ...all.filter((each) => !holdsIt(each))];
}

function findingOf(id: string): (error: unknown) => Finding {
  return (error) => ({ rule: id, what: error instanceof Error ? error.message : String(error) });
}
