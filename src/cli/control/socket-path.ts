import { createHash } from 'node:crypto';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { configError } from '../../config/config-error.ts';
import { CliError } from '../cli-error.ts';

/**
 * Where the `up` of a configuration listens: a name that follows from the file's real path, in a
 * folder that only this user can enter.
 * @throws HoldfastError `CONFIG_INVALID` if the file does not exist.
 */
export async function socketPath(config: string): Promise<string> {
  const real = await realpath(config).catch((error: unknown) => {
    throw configError(`${config}: no such file`, {
      advice: 'Name a configuration that exists.',
      cause: error,
    });
  });
  const name = createHash('sha256').update(real).digest('hex').slice(0, 16);
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
