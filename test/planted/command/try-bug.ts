import type { Bug, LayerName } from '../bugs/bug.ts';
import type { Finding } from '../layers/layer.ts';
import type { PlantedOptions } from './options.ts';
import { plant, type Plant } from './plant.ts';
import { runLayer } from './run-layer.ts';
import { runRuleTests } from './run-rule-tests.ts';

/** What every layer that was asked said of one bug. */
export interface Verdict {
  /** `none` for the code as it is. */
  readonly bug: string;
  readonly seeds: number;
  readonly findings: Readonly<Partial<Record<LayerName, Finding | 'nothing'>>>;
}

export const noBug = 'none';

/** Plants the bug and asks the layers, one after the other. */
export async function tryBug(
  bug: Bug | undefined,
  { quick, layers, seeds }: PlantedOptions,
): Promise<Verdict> {
  const asked = quick && bug !== undefined ? [bug.caughtBy] : layersFor(bug, layers);
  // Only the tests of a rule can be without the bundle.
  const planted = asked.some((layer) => layer !== 'rule tests') ? await plant(bug) : undefined;
  try {
    const findings: Partial<Record<LayerName, Finding | 'nothing'>> = {};
    for (const layer of asked) {
      const finding = await ask(layer, { bug, planted, seeds });
      if (finding !== undefined) findings[layer] = finding;
    }
    return { bug: bug?.name ?? noBug, seeds, findings };
  } finally {
    await planted?.remove();
  }
}

/** Half of the layers look at the machine alone, and are not asked about anything else. */
function layersFor(bug: Bug | undefined, layers: readonly LayerName[]): readonly LayerName[] {
  const isInMachine = bug?.patches.some(({ file }) => file.startsWith('machines/')) ?? true;
  const forMachine: readonly LayerName[] = ['vectors: machine', 'exploration', 'agreement'];
  return isInMachine ? layers : layers.filter((layer) => !forMachine.includes(layer));
}

interface Trial {
  readonly bug: Bug | undefined;
  readonly planted: Plant | undefined;
  readonly seeds: number;
}

/** Undefined for tests that the bug does not name. */
async function ask(
  layer: LayerName,
  { bug, planted, seeds }: Trial,
): Promise<Finding | 'nothing' | undefined> {
  if (layer === 'rule tests')
    return bug?.tests === undefined ? undefined : ((await runRuleTests(bug)) ?? 'nothing');
  if (planted === undefined) return undefined;
  return (await runLayer(planted, layer, { rule: bug?.rule ?? '', seeds })) ?? 'nothing';
}
