import { Command } from 'commander';
import { exitCodeHelp, type ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** What a command is given, and how it tells the way it ended. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly exit: (code: ExitCode) => void;
}

/** The options that every command about a fleet takes. */
export interface FleetOptions {
  readonly config?: string;
  readonly json?: boolean;
}

export interface CommandTexts {
  readonly description: string;
  /** Shown below the options; one command line each. */
  readonly examples: readonly string[];
}

/** A command about a fleet: `usage` holds its name and arguments, as in `explain <server>`. */
export function fleetCommand(usage: string, { description, examples }: CommandTexts): Command {
  const [name, ...parameters] = usage.split(' ');
  const command = new Command(name);
  for (const parameter of parameters) command.argument(parameter);
  return command
    .description(description)
    .option('-c, --config <file>', 'configuration (default: holdfast.json, else .mcp.json)')
    .option('--json', 'answer in JSON')
    .addHelpText('after', helpEnd(examples));
}

/** The end of a command's help: examples, and what its exit codes mean. */
export function helpEnd(examples: readonly string[]): string {
  const lines = examples.map((example) => `  $ ${example}`);
  return ['\nExamples:', ...lines, exitCodeHelp].join('\n');
}
