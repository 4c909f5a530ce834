import { inspect } from 'node:util';
import { HoldfastError } from '../../errors/holdfast-error.ts';
import { plainLine, plainText } from '../../link/plain-text.ts';
import { CliError } from '../cli-error.ts';
import { safeJson } from './safe-json.ts';

/** An error as a person is told it: what it is and what to do, without a stack. */
export function errorText(error: unknown, verbose: boolean): string {
  if (error instanceof HoldfastError || error instanceof CliError) {
    const advice = error.advice ? `\n${plainLine(error.advice)}` : '';
    return `${error.code}: ${plainText(error.message)}${advice}`;
  }
  if (verbose) return plainText(inspect(error));
  const message = error instanceof Error ? error.message : String(error);
  return `Unexpected error: ${plainLine(message)}\nRun it again with --verbose to see more.`;
}

/** The same for a program (`--json`). */
export function errorJson(error: unknown): string {
  if (error instanceof HoldfastError) return safeJson({ error: error.toJSON() }, 2);
  const { code = 'UNEXPECTED', advice = '' } = error instanceof CliError ? error : {};
  const message = error instanceof Error ? error.message : String(error);
  return safeJson({ error: { code, message, advice } }, 2);
}
