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
  return layEnvironments(
    [getDefaultEnvironment(), configured ?? {}, { [MARK_VARIABLE]: mark }],
    process.platform,
  );
}

/**
 * The later layers win. Windows knows no case in names, and given both `PATH` and `Path` Node takes
 * the first in alphabetical order, so a configured one has to take the other's place.
 */
export function layEnvironments(
  layers: readonly Readonly<Record<string, string>>[],
  platform: NodeJS.Platform,
): Record<string, string> {
  const laid = new Map<string, readonly [name: string, value: string]>();
  for (const layer of layers)
    for (const [name, value] of Object.entries(layer))
      laid.set(platform === 'win32' ? name.toUpperCase() : name, [name, value]);
  return Object.fromEntries(laid.values());
}

/** A variable under whatever name the platform takes for the same. */
export function variableOf(
  environment: Readonly<Record<string, string>>,
  name: string,
  platform: NodeJS.Platform,
): string | undefined {
  if (platform !== 'win32') return environment[name];
  const found = Object.keys(environment).find((key) => key.toUpperCase() === name.toUpperCase());
  return found === undefined ? undefined : environment[found];
}
