import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { CliError } from '../cli-error.ts';

/**
 * Where the `up` of a configuration listens: names that follow from the file's path, in a folder
 * that only this user can enter. A link has two, its own and that of the file it leads to: one `up`
 * per file, and one that can still be asked when the link leads elsewhere or the file is gone.
 */
export async function socketPaths(config: string): Promise<string[]> {
  const own = join(await realPath(dirname(config)), basename(config));
  return [...new Set([own, await realPath(config)])].map(socketOf);
}

/** The real path of whatever there is of it. */
async function realPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Why it cannot be followed is told by whoever reads the file.
    const folder = dirname(path);
    return folder === path ? path : join(await realPath(folder), basename(path));
  }
}

function socketOf(file: string): string {
  const name = createHash('sha256').update(file).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\holdfast-${name}`;
  return join(socketFolder(), `${name}.sock`);
}

/**
 * Makes the folder of the sockets, or sees that it is private: in a shared temporary folder
 * another user could have made it first.
 */
export async function prepareSocketFolder(): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = socketFolder();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const isPrivate =
    found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  if (!isPrivate)
    throw new CliError('usage', 'SOCKET_FOLDER_SHARED', `${folder} is not private to you`, {
      advice: `Remove it, or point XDG_RUNTIME_DIR to a folder of your own.`,
    });
}

function socketFolder(): string {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  return runtime ? join(runtime, 'holdfast') : join(tmpdir(), `holdfast-${userInfo().uid}`);
}
