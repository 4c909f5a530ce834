import { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { helpEnd, type CommandContext } from '../fleet-command.ts';
import { safeJson } from '../show/safe-json.ts';

interface GraphOptions {
  readonly region?: string;
  readonly json?: boolean;
}

export function graphCommand({ terminal, exit }: CommandContext): Command {
  return new Command('graph')
    .description("draw a server's life as a mermaid chart")
    .option('--region <path>', 'only this part, such as breaker or connection.parked')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      helpEnd(['holdfast graph > server.mmd', 'holdfast graph --region breaker']),
    )
    .action(async ({ region, json }: GraphOptions) => {
      const mermaid = await draw(region);
      terminal.print(json ? safeJson({ mermaid }, 2) : mermaid.trimEnd());
      exit(exitCodes.ok);
    });
}

async function draw(region: string | undefined): Promise<string> {
  // Loaded here, so that the other commands do not wait for them.
  const { createServerMachine } = await import('../../../machines/server.machine.ts');
  const { toMermaid } = await import('../../view/chart/mermaid.ts');
  // Chance plays no part in the drawing.
  const machine = createServerMachine({ random: () => 0 });
  try {
    return toMermaid(machine, region === undefined ? {} : { region });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError('usage', 'USAGE', error.message, {
      advice: 'Name a state by its path, as in "connection.parked".',
      cause: error,
    });
  }
}
