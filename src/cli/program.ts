import { Command } from 'commander';
import { version } from '../supervisor/version.ts';
import { callCommand } from './commands/call.ts';
import { doctorCommand } from './commands/doctor.ts';
import { explainCommand } from './commands/explain.ts';
import { graphCommand } from './commands/graph.ts';
import { importCommand } from './commands/import.ts';
import { loginCommand } from './commands/login.ts';
import { pathsCommand } from './commands/paths.ts';
import { replayCommand } from './commands/replay.ts';
import { restartCommand, retryCommand } from './commands/retry.ts';
import { statusCommand } from './commands/status.ts';
import { stopCommand } from './commands/stop.ts';
import { toolsCommand } from './commands/tools.ts';
import { upCommand } from './commands/up.ts';
import { watchCommand } from './commands/watch.ts';
import { exitCodeHelp } from './exit-codes.ts';
import type { CommandContext } from './fleet-command.ts';

/** What to do about a command line that cannot be understood. */
export const usageAdvice = 'Add --help to see how it is used.';

/** The whole command line. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('holdfast')
    .description("Keeps an agent's MCP servers alive.")
    .version(version)
    .option('--verbose', 'show all there is to know about an unexpected error')
    .showHelpAfterError(usageAdvice)
    .addHelpText('after', `${examples}\n${exitCodeHelp}`);
  const commands = [
    upCommand,
    statusCommand,
    explainCommand,
    watchCommand,
    toolsCommand,
    callCommand,
    loginCommand,
    retryCommand,
    restartCommand,
    stopCommand,
    doctorCommand,
    importCommand,
    graphCommand,
    pathsCommand,
    replayCommand,
  ];
  for (const create of commands) program.addCommand(create(context).copyInheritedSettings(program));
  return program;
}

const examples = `
Examples:
  $ holdfast up                            # in one terminal
  $ holdfast status                        # in another
  $ holdfast call files read_text_file path=notes.txt

A configuration is our own holdfast.json or what a host keeps: mcpServers or servers.`;
