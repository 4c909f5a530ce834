import { writeFile } from 'node:fs/promises';
import { CliError } from './cli-error.ts';

/** Writes what a command was asked to write, over what is there. @throws CliError `FILE_UNWRITABLE` */
export async function saveFile(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    const { code = 'unwritable' } = cause as NodeJS.ErrnoException;
    throw new CliError('usage', 'FILE_UNWRITABLE', `${file} cannot be written: ${code}`, {
      advice: 'Name a file in a folder that is there.',
      cause,
    });
  }
}
