import { HoldfastError } from '../errors/holdfast-error.ts';
import { CliError } from './cli-error.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';

/** The exit code that an error ends a command with. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CliError) return exitCodes[error.exit];
  if (!(error instanceof HoldfastError)) return exitCodes.unexpected;
  return error.code === 'CONFIG_INVALID' ? exitCodes.usage : exitCodes.badAnswer;
}
