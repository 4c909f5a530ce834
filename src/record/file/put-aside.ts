import { rename, rm } from 'node:fs/promises';

/**
 * Renames a file to FILE.1, and those that were put aside before to FILE.2 and so on.
 * @param keep how many are kept; the oldest goes, and with 0 the file itself does.
 */
export async function putAside(file: string, keep: number): Promise<void> {
  for (let number = keep; number >= 1; number -= 1)
    await renameIfThere(number === 1 ? file : `${file}.${number - 1}`, `${file}.${number}`);
  if (keep === 0) await rm(file, { force: true });
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
