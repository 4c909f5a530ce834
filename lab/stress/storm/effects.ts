import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { none, type Bound } from '../bound.ts';
import type { CallRecord } from './callers.ts';

/** Codes that say that a tool did not run. */
const notRun = new Set(['SERVER_UNAVAILABLE', 'SERVER_PARKED', 'CIRCUIT_OPEN', 'QUEUE_FULL']);

/** The lines that a server has written to one of its files. */
export function linesOf(folder: string, server: string, file: 'starts' | 'effects'): string[] {
  const path = join(folder, `${server}.${file}`);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}

/** K6, K7: what callers were told, held against what the servers did. */
export function judgeEffects(
  calls: readonly CallRecord[],
  folder: string,
  servers: readonly string[],
): readonly Bound[] {
  const runs = new Map<string, number>();
  for (const server of servers)
    for (const id of linesOf(folder, server, 'effects')) runs.set(id, (runs.get(id) ?? 0) + 1);
  const count = ({ id }: CallRecord) => runs.get(id) ?? 0;
  const told = (found: readonly CallRecord[]) =>
    found.map((call) => `${call.id} ${call.tool} ${call.code}, ran ${count(call)}×`);
  return [
    none('unsettled calls', told(calls.filter(({ code }) => code === 'unsettled'))),
    none(
      'duplicate effects of writes',
      told(calls.filter((call) => call.tool === 'write' && count(call) > 1)),
    ),
    none('reads sent more than twice', told(calls.filter((call) => count(call) > 2))),
    none(
      'answered calls that never ran',
      told(calls.filter((call) => call.code === 'answered' && count(call) === 0)),
    ),
    none(
      'calls said not to have run that did',
      told(calls.filter((call) => notRun.has(call.code) && count(call) > 0)),
    ),
  ];
}
