import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { configError } from './config-error.ts';

/** The files that are looked for, in this order, when none is named. */
export const defaultFiles = ['holdfast.json', '.mcp.json'] as const;

/**
 * The configuration to use in `folder` when none is named.
 * @throws HoldfastError `CONFIG_INVALID` if there is none.
 */
export async function findConfig(folder: string): Promise<string> {
  const file = (await likelyConfigs(folder)).at(-1);
  if (file !== undefined && (await exists(file))) return file;
  throw configError(`no configuration: neither ${defaultFiles.join(' nor ')} is in ${folder}`, {
    advice:
      'Name one with --config FILE, or take over those of other hosts with "holdfast import".',
  });
}

/**
 * The files that a command in `folder` may be about, most likely first: the last one is what
 * `findConfig` finds, and those before it would have been found while they were there.
 */
export async function likelyConfigs(folder: string): Promise<string[]> {
  const likely: string[] = [];
  for (const name of defaultFiles) {
    likely.push(join(folder, name));
    if (await exists(join(folder, name))) break;
  }
  return likely;
}

/** @throws HoldfastError `CONFIG_INVALID` if the file does not exist. */
export async function requireConfig(file: string): Promise<void> {
  if (await exists(file)) return;
  throw configError(`${file}: no such file`, { advice: 'Name a configuration that exists.' });
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
