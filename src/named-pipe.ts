import { constants, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';

/**
 * Opens the path to write to it, if it is a named pipe. Opened as a file, it would take a thread that
 * waits for somebody to read, or to read on; nobody can end that thread, and the process not without it.
 * @throws Error with Node's `code`: `ENXIO` if nobody has the pipe open to read
 */
export function openNamedPipe(path: string): Socket | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return undefined;
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  return new Socket({ fd: descriptor, readable: false, writable: true });
}
