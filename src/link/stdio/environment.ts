import { randomBytes } from 'node:crypto';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';

/** Name of the variable that tells whose a process is, wherever it went (L4). */
export const MARK_VARIABLE = 'HOLDFAST_MARK';

/** A mark that no other process carries: 32 hexadecimal digits. */
export function createMark(): string {
  return randomBytes(16).toString('hex');
}

/** L9: the SDK's short allow-list, then what is configured, then the mark, which cannot be overridden. */
export function serverEnvironment(
  configured: Readonly<Record<string, string>> | undefined,
  mark: string,
): Record<string, string> {
  return { ...getDefaultEnvironment(), ...configured, [MARK_VARIABLE]: mark };
}
