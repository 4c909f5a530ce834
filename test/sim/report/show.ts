import { createHash } from 'node:crypto';
import type { RunRequest } from '../plan/draw-plan.ts';
import type { SeedResult } from '../run/run-seed.ts';
import type { Smallest } from '../run/shrink.ts';
import type { Summary } from './summary.ts';

/** The figures of a run, for a person. */
export function showSummary(summary: Summary, results: readonly SeedResult[]): string {
  const { seeds, connectionYears, faults, calls, events, violations, tame } = summary;
  const kinds = Object.entries(summary.faultsByKind).map(([kind, count]) => `${kind} ${count}`);
  const shares = Object.entries(summary.shares).map(
    ([state, share]) => `${state} ${Math.round(share * 100)} %`,
  );
  return [
    `${seeds} seeds, ${connectionYears.toFixed(2)} connection-years`,
    `${faults} faults: ${kinds.join(', ')}`,
    `${calls} calls, ${events} events`,
    `reached by: ${shares.join(', ')}`,
    ...(tame.length > 0 ? [`TOO TAME, reached by too few seeds: ${tame.join(', ')}`] : []),
    `log ${hashOf(results)}`,
    `violations ${violations}`,
  ].join('\n');
}

/** One hash for all logs, in the order of the seeds. */
export function hashOf(results: readonly SeedResult[]): string {
  const sorted = [...results].sort((one, other) => one.seed - other.seed);
  const hash = createHash('sha256');
  for (const { seed, hash: log } of sorted) hash.update(`${seed} ${log}\n`);
  return hash.digest('hex').slice(0, 16);
}

export function showViolation({ seed, violation }: SeedResult): string {
  if (violation === undefined) return '';
  const { rule, what, atMs, lastEvents } = violation;
  return [
    ...lastEvents.map((line) => `  ${line}`),
    `seed ${seed} breaks ${rule} at ${atMs} ms: ${what}`,
  ].join('\n');
}

export function replayOf({ seed, hours, servers, without }: RunRequest): string {
  const options = [
    `--replay ${seed} --hours ${hours}`,
    ...(servers === undefined ? [] : [`--servers ${servers}`]),
    ...(without === undefined ? [] : [`--without ${without.join()}`]),
  ];
  return `npm run sim -- ${options.join(' ')}`;
}

export function showSmallest({ request, result, kinds }: Smallest): string {
  return [
    `smallest: ${result.events} events, with ${kinds.join(', ') || 'no fault at all'}`,
    showViolation(result),
    replayOf(request),
  ].join('\n');
}
