import type { Bound } from '../bound.ts';
import { firstHoldings, leftovers } from '../leftovers.ts';
import type { StressOptions } from '../options.ts';
import { loseBackend } from './backend-lost.ts';
import { startBesideHanging } from './hanging.ts';
import { callBesideSick } from './neighbour.ts';
import { wakeTogether } from './wake.ts';

/** Many who are hit at one moment, and those who stand beside the sick. */
export async function runHerd(
  { only, servers }: StressOptions,
  tell: (line: string) => void,
): Promise<readonly Bound[]> {
  const parts = {
    lost: () => loseBackend(servers, tell),
    wake: () => wakeTogether(tell),
    hanging: async () => [
      ...(await startBesideHanging(tell)),
      ...(await callBesideSick(
        { what: 'three that hang in the handshake', mode: 'hang', count: 3 },
        tell,
      )),
    ],
    neighbour: () =>
      callBesideSick({ what: 'one that crashes again and again', mode: 'flap', count: 1 }, tell),
  };
  if (only !== undefined && !Object.hasOwn(parts, only))
    throw new Error(`There is no part ${only}; there are ${Object.keys(parts).join(', ')}.`);
  const bounds: Bound[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue;
    const before = await firstHoldings();
    const found = [...(await part()), await leftovers(before)];
    bounds.push(...found.map((bound) => ({ ...bound, what: `${name}: ${bound.what}` })));
  }
  return bounds;
}
