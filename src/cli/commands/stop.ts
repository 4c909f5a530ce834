import type { Command } from 'commander';
import { askRunning } from '../ask-fleet.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { safeJson } from '../show/safe-json.ts';
import { shutdownText } from '../show/shutdown-text.ts';

export function stopCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('stop [server]', {
    description: 'stop one server, or all of them and "up" itself; exits 1 if a process is left',
    examples: ['holdfast stop files', 'holdfast stop'],
  }).action(async (server: string | undefined, options: FleetOptions) => {
    terminal.progress('waiting for running calls and processes to end');
    const report = await askRunning(options, (ask) => ask('stop', { server })).finally(() =>
      terminal.progress(''),
    );
    terminal.print(options.json ? safeJson(report, 2) : shutdownText(report));
    exit(report.left > 0 ? exitCodes.badAnswer : exitCodes.ok);
  });
}
