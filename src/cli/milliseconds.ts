import { CliError } from './cli-error.ts';

/** Reads the value of `--timeout-ms`. @throws CliError `USAGE` */
export function milliseconds(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new CliError('usage', 'USAGE', `--timeout-ms must be a whole number above 0, not ${text}`, {
    advice: 'It is in milliseconds: 5000 is five seconds.',
  });
}
