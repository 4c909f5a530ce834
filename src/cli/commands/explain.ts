import type { Command } from 'commander';
import type { Explanation } from '../../health/status.ts';
import { plainText } from '../../link/plain-text.ts';
import { askRunning } from '../ask-fleet.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { safeJson } from '../show/safe-json.ts';
import { wrapText } from '../show/wrap-text.ts';

export function explainCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('explain <server>', {
    description: 'say why a server is as it is, and what happens next; exits 1 if it is parked',
    examples: ['holdfast explain files'],
  }).action(async (server: string, options: FleetOptions) => {
    const explanation = await askRunning(options, (ask) => ask('explain', { server }));
    terminal.print(options.json ? safeJson(explanation, 2) : text(explanation));
    exit(explanation.state === 'parked' ? exitCodes.badAnswer : exitCodes.ok);
  });

  function text(explanation: Explanation): string {
    const [title = '', ...lines] = plainText(explanation.text).split('\n');
    const shown = [terminal.colors.bold(title), ...lines].join('\n');
    // A pipe takes lines of any length, and whoever reads from it may search in them.
    return terminal.interactive ? wrapText(shown, terminal.width()) : shown;
  }
}
