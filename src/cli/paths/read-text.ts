import { readFile } from 'node:fs/promises';
import { CliError } from '../cli-error.ts';

/** Reads a file that an option names. @throws CliError `FILE_UNREADABLE` */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    const { code = 'unreadable' } = cause as NodeJS.ErrnoException;
    throw new CliError('usage', 'FILE_UNREADABLE', `${file} cannot be read: ${code}`, {
      advice: 'Name a file that is there.',
      cause,
    });
  }
}
