import { open, type FileHandle } from 'node:fs/promises';

/** Opens a file to add to it, and to see how it ends. Nobody else may read it, also if it was there before with another mode. */
export async function openPrivately(file: string): Promise<FileHandle> {
  const handle = await open(file, 'a+', 0o600);
  // A device is somebody's own, with a mode of its own.
  if ((await handle.stat()).isFile()) await handle.chmod(0o600);
  return handle;
}

/** Whether whoever wrote to it last came to the end of a line. */
export async function endsWithLine(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  // Also of a device, which nothing can be read back from.
  if (size === 0) return true;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}
