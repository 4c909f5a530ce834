import Table from 'cli-table3';
import type { FaultKind } from './faults/fault-kind.ts';
import type { KindResult } from './faults/run-kind.ts';
import { everyTransport } from './stage/transport.ts';

/** Kinds by transports, and what it all comes to. */
export function drawResults(kinds: readonly FaultKind[], results: readonly KindResult[]): string {
  const table = new Table({
    head: ['kind of fault', ...everyTransport],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, transports } of kinds) {
    const cells = everyTransport.map((transport) =>
      transports.includes(transport) ? cell(name, transport, results) : '·',
    );
    table.push([name, ...cells]);
  }
  const good = results.filter(({ broken }) => broken === undefined).length;
  const steps = results.reduce((sum, result) => sum + result.steps, 0);
  const summary = [
    `${kinds.length} kinds, ${results.length} runs: ${good} held, ${results.length - good} broken`,
    `${steps} recorded steps were held to the machine and the contract`,
  ];
  return [table.toString(), ...summary].join('\n');
}

function cell(name: string, transport: string, results: readonly KindResult[]): string {
  const own = results.filter((each) => each.name === name && each.transport === transport);
  if (own.length === 0) return '–';
  const good = own.filter(({ broken }) => broken === undefined).length;
  const seconds = own.map(({ tookMs }) => (tookMs / 1_000).toFixed(1)).join(', ');
  return good === own.length ? `ok ${seconds} s` : `BROKEN ${own.length - good} of ${own.length}`;
}
