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
  for (const name of defaultFiles) {
    const file = join(folder, name);
    if (await exists(file)) return file;
  }
  throw configError(`no configuration: neither ${defaultFiles.join(' nor ')} is in ${folder}`, {
    advice:
      'Name one with --config FILE, or take over those of other hosts with "holdfast import".',
  });
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
