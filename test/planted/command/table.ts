import { layerNames, type Bug } from '../bugs/bug.ts';
import type { Finding } from '../layers/layer.ts';
import { noBug, type Verdict } from './try-bug.ts';

/** The verdicts as a table for a page: a bug in each row, what each layer said of it in the columns. */
export function tableOf(verdicts: readonly Verdict[], bugs: readonly Bug[]): string {
  const rows = bugs.flatMap((bug) => {
    const verdict = verdicts.find((each) => each.bug === bug.name);
    return verdict === undefined ? [] : [rowOf(bug, verdict)];
  });
  return [
    '| bug | breaks | machine vectors | world vectors | exploration | agreement | simulation |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function rowOf({ name, rule, story }: Bug, { findings }: Verdict): string {
  const told = layerNames.flatMap((layer) => {
    const finding = findings[layer];
    if (layer === 'rule tests') return [];
    return [finding === undefined ? ' ' : finding === 'nothing' ? '–' : cellOf(finding)];
  });
  const byTests = findings['rule tests'];
  const tests = byTests === undefined || byTests === 'nothing' ? '' : ' (by the tests of its rule)';
  return `| \`${name}\`: ${story}${tests} | ${rule} | ${told.join(' | ')} |`;
}

function cellOf({ rule, seed }: Finding): string {
  const named = rule.includes(' ') ? (/^\S+( [A-Z]\d+[a-z]?\b)*/.exec(rule)?.[0] ?? rule) : rule;
  return seed === undefined ? named : `${rule}, seed ${seed}`;
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
