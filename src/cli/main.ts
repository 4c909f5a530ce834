#!/usr/bin/env node
import { CommanderError, type Command } from 'commander';
import { CliError } from './cli-error.ts';
import { exitCodeOf } from './exit-code-of.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { createProgram, usageAdvice } from './program.ts';
import { errorJson, errorText } from './show/error-text.ts';
import { openTerminal } from './terminal.ts';

// A reader that leaves, as in `holdfast tools | head`, is no error, and no reason to stop a fleet.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

// Set and not called: what is still open keeps the process, so nothing is cut off.
process.exitCode = await run(process.argv);

async function run(argv: readonly string[]): Promise<ExitCode> {
  const terminal = openTerminal();
  let code: ExitCode = exitCodes.ok;
  let json = false;
  const program = createProgram({ terminal, exit: (given) => (code = given) });
  program.hook('preAction', (_program, command: Command) => {
    json = command.opts<{ json?: boolean }>().json ?? false;
  });
  for (const command of [program, ...program.commands]) command.exitOverride();
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    // Commander has printed its own message, or the help that was asked for.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      if (argv.includes('--json')) terminal.print(errorJson(usageError(error)));
      return exitCodes.usage;
    }
    if (json) terminal.print(errorJson(error));
    else terminal.remark(errorText(error, program.opts<{ verbose?: boolean }>().verbose ?? false));
    return exitCodeOf(error);
  }
}

/** A program that asked for JSON is told in JSON, too. */
function usageError({ message }: CommanderError): CliError {
  return new CliError('usage', 'USAGE', message.replace(/^error: /, ''), { advice: usageAdvice });
}
