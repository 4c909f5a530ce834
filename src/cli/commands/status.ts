import { relative } from 'node:path';
import type { Command } from 'commander';
import { askRunning } from '../ask-fleet.ts';
import type { FleetReport } from '../control/requests.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { hasParked } from '../fleet-report.ts';
import { fleetTable } from '../show/fleet-table.ts';
import { safeJson } from '../show/safe-json.ts';

export function statusCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('status', {
    description: 'show every server of the running fleet; exits 1 if one is parked',
    examples: ['holdfast status', 'holdfast status --json --config agents/holdfast.json'],
  }).action(async (options: FleetOptions) => {
    const report = await askRunning(options, (ask) => ask('status', {}));
    terminal.print(options.json ? safeJson(report, 2) : table(report));
    exit(hasParked(report) ? exitCodes.badAnswer : exitCodes.ok);
  });

  function table(report: FleetReport): string {
    return fleetTable(report, {
      width: terminal.width(),
      height: Infinity,
      isComplete: true,
      colors: terminal.colors,
      now: Date.now(),
      title: relative(process.cwd(), report.config),
    });
  }
}
