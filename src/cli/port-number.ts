import { CliError } from './cli-error.ts';

/** Reads the value of an option that names a port. Throws CliError `USAGE` for what is none. */
export function portNumber(option: string): (text: string) => number {
  return (text) => {
    const port = Number(text);
    if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
    throw new CliError('usage', 'USAGE', `${option} must be a port from 1 to 65535, not ${text}`, {
      advice: 'Leave it out, and a free port is taken.',
    });
  };
}
