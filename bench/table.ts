import Table from 'cli-table3';
import type { Row } from './figure.ts';

/** The one table that a run prints. */
export function drawTable(rows: readonly Row[]): string {
  const table = new Table({
    head: ['figure', 'measured', 'must reach', 'met'],
    style: { head: [], border: [], compact: true },
  });
  for (const { figure, measured, mustReach, met } of rows)
    table.push([figure, measured, mustReach, met ? 'yes' : 'NO']);
  return table.toString();
}
