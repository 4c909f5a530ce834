import { faultKinds, type FaultKind } from '../plan/fault-kinds.ts';
import type { SeedResult } from '../run/run-seed.ts';

const HOURS_OF_YEAR = 8_766;

/** What every run that is worth its name must have seen, in at least this share of its seeds. */
const wanted = [
  'connecting',
  'ready',
  'reconnecting',
  'parked',
  'shutdown',
  'open',
  'halfOpen',
  'shutdown from connecting',
  'shutdown from ready',
  'shutdown from reconnecting',
  'shutdown from parked',
] as const;
const LEAST_SHARE = 0.2;
/** Fewer seeds say nothing about shares. */
const LEAST_SEEDS = 20;

/** Everything that was found out, in figures. */
export interface Summary {
  readonly seeds: number;
  readonly connectionYears: number;
  readonly faults: number;
  readonly faultsByKind: Readonly<Record<FaultKind, number>>;
  readonly calls: number;
  readonly events: number;
  /** Share of the seeds that reached each state. */
  readonly shares: Readonly<Record<string, number>>;
  readonly violations: number;
  /** States that too few seeds reached: such a simulation is too tame to prove anything. */
  readonly tame: readonly string[];
}

export function summarize(results: readonly SeedResult[]): Summary {
  const sum = (of: (result: SeedResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const byKind = faultKinds.map((kind) => [kind, sum(({ faults }) => faults[kind] ?? 0)] as const);
  const shares = Object.fromEntries(
    wanted.map((state) => [
      state,
      sum(({ reached }) => Number(reached.includes(state))) / results.length,
    ]),
  );
  const isTame = (state: string) => (shares[state] ?? 0) < LEAST_SHARE;
  return {
    seeds: results.length,
    connectionYears: sum(({ servers, hours }) => servers * hours) / HOURS_OF_YEAR,
    faults: byKind.reduce((total, [, count]) => total + count, 0),
    faultsByKind: Object.fromEntries(byKind) as Record<FaultKind, number>,
    calls: sum(({ calls }) => calls),
    events: sum(({ events }) => events),
    shares,
    violations: results.filter(({ violation }) => violation !== undefined).length,
    tame: results.length < LEAST_SEEDS ? [] : wanted.filter(isTame),
  };
}
