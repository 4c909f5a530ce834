import type { exitCodes } from './exit-codes.ts';

/** Something about the command itself, not about a server: how it was used, what it found. */
export class CliError extends Error {
  readonly exit: keyof typeof exitCodes;
  readonly code: string;
  readonly advice: string;
  constructor(
    exit: keyof typeof exitCodes,
    code: string,
    message: string,
    details: { readonly advice: string; readonly cause?: unknown },
  ) {
    super(message, { cause: details.cause });
    this.name = 'CliError';
    this.exit = exit;
    this.code = code;
    this.advice = details.advice;
  }
}
