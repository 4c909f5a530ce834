import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { startSideBySide, type View } from '../../machines/side-by-side.ts';
import { scenePolicy, scenes, steps, walks, type Walk } from '../../machines/walks.ts';
import type { Finding, Layer } from './layer.ts';

const WALKS = 2_000;
const STEPS_IN_EACH_SCENE = 250;
const ALIVE_EVERY = 100;

/** Random walks that the machine and the reference model take side by side. */
export const agreement: Layer = async ({ alive }) => {
  let taken = 0;
  for (const walk of allWalks()) {
    if (taken % ALIVE_EVERY === 0) alive(`walk ${taken}`);
    taken += 1;
    const what = firstDifference(walk);
    if (what !== undefined) return { rule: what.split(':')[0] ?? '', what };
  }
  return undefined;
};

function* allWalks(): Generator<Walk> {
  for (const scene of scenes)
    for (const step of fc.sample(steps, { seed: 1, numRuns: STEPS_IN_EACH_SCENE }))
      yield {
        policy: scenePolicy,
        generation: 0,
        parked: undefined,
        random: () => 0,
        steps: [...scene, step, { kind: 'time', ms: 'next' }],
      };
  yield* fc.sample(walks, { seed: 1, numRuns: WALKS });
}

function firstDifference(walk: Walk): Finding['what'] | undefined {
  const both = startSideBySide(walk);
  try {
    for (const step of walk.steps) {
      const view = both.machine();
      if (!isDeepStrictEqual(view, both.reference())) return difference(view, both.reference());
      if (view.isOver) return undefined;
      both.take(step);
    }
    const [machine, reference] = [both.machine(), both.reference()];
    return isDeepStrictEqual(machine, reference) ? undefined : difference(machine, reference);
  } catch (error) {
    return `the machine threw: ${String(error)}`;
  } finally {
    both.stop();
  }
}

/** What differs first, under its own name. */
function difference(machine: View, reference: View): string {
  const flat = (view: View): Record<string, unknown> => ({ ...view.state, ...view });
  const [one, other] = [flat(machine), flat(reference)];
  const names = Object.keys({ ...one, ...other }).filter((name) => name !== 'state');
  const name = names.find((each) => !isDeepStrictEqual(one[each], other[each])) ?? 'state';
  return `${name}: ${JSON.stringify(one[name])} where the model has ${JSON.stringify(other[name])}`;
}
