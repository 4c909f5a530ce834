import { open, stat } from 'node:fs/promises';
import { configError } from '../../config/config-error.ts';

/** What every recording begins with, also one that a kill cut off in its first line. */
const BEGINNING = '{"n":';

/**
 * Refuses a file that holds something else than a recording: added to, it would be lost to its owner.
 * A pipe or a device is taken as it is, since looking into it could wait for ever.
 * @throws HoldfastError `CONFIG_INVALID`; Error with Node's `code` if it cannot be read
 */
export async function spareOthers(file: string): Promise<void> {
  const there = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (there === undefined || !there.isFile() || there.size === 0) return;
  const beginning = await firstBytes(file);
  if (beginning.startsWith(BEGINNING) || BEGINNING.startsWith(beginning)) return;
  throw configError(`${file} holds something else than a recording, and is left as it is`, {
    advice: 'Name a file that is not there yet, or a recording to add to.',
  });
}

async function firstBytes(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING.length), 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
