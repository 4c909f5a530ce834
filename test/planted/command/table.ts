import { layerNames, type Bug } from '../bugs/bug.ts';
import type { Finding } from '../layers/layer.ts';
import { noBug, type Verdict } from './try-bug.ts';

/** A bug in each row, and what each layer said of it: nothing (–), or not asked (empty). */
export function tableOf(verdicts: readonly Verdict[], bugs: readonly Bug[]): string {
  const rows = bugs.flatMap((bug) => {
    const verdict = verdicts.find((each) => each.bug === bug.name);
    return verdict === undefined ? [] : [rowOf(bug, verdict)];
  });
  return [
    `| bug | breaks | ${layerNames.join(' | ')} |`,
    `| --- | --- | ${layerNames.map(() => '---').join(' | ')} |`,
    ...rows,
  ].join('\n');
}

function rowOf({ name, rule }: Bug, { findings }: Verdict): string {
  const cells = layerNames.map((layer) => {
    const finding = findings[layer];
    return finding === undefined ? '' : finding === 'nothing' ? '–' : cellOf(finding);
  });
  return `| ${name} | ${rule} | ${cells.join(' | ')} |`;
}

/** What the layer called it, in a word: the rule of a case, an invariant, what differs. */
function cellOf({ rule, seed }: Finding): string {
  const [word = rule] = /^[^\s-]+/.exec(rule) ?? [];
  return seed === undefined ? word : `${word} at ${seed}`;
}

/** What is wrong with the verdicts; nothing if each bug was noticed and the code itself is well. */
export function faultsOf(
  verdicts: readonly Verdict[],
  bugs: readonly (Bug | undefined)[],
): string[] {
  return bugs.flatMap((bug) => {
    const verdict = verdicts.find((each) => each.bug === (bug?.name ?? noBug));
    const found = Object.values(verdict?.findings ?? {}).filter((each) => each !== 'nothing');
    if (bug === undefined)
      return found.map(({ rule, what }) => `without any bug: ${rule}: ${what}`);
    return found.length > 0 ? [] : [`${bug.name} (${bug.rule}) was not noticed`];
  });
}

/** Of the seeds that the simulation needed where it noticed something. */
export function medianSeed(verdicts: readonly Verdict[]): number | undefined {
  const seeds = verdicts
    .flatMap(({ findings: { simulation } }) =>
      simulation === undefined || simulation === 'nothing' ? [] : [simulation.seed ?? 0],
    )
    .sort((one, other) => one - other);
  return seeds[Math.floor((seeds.length - 1) / 2)];
}
