import { closeSync, constants, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { isatty } from 'node:tty';

/**
 * Opens the path to write to it, if it is a named pipe. Opened as a file, it would take a thread that
 * waits for somebody to read, or to read on; nobody can end that thread, and the process not without it.
 * The same goes for a terminal that was stopped, which is refused.
 * @throws Error with Node's `code`: `ENXIO` if nobody has the pipe open to read, `ENOTSUP` for a terminal
 */
export function openNamedPipe(path: string): Socket | undefined {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isFIFO() !== true && there?.isCharacterDevice() !== true) return undefined;
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  const descriptor = openSync(path, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  if (there.isFIFO()) return new Socket({ fd: descriptor, readable: false, writable: true });
  const isTerminal = isatty(descriptor);
  closeSync(descriptor);
  if (!isTerminal) return undefined;
  const details = { code: 'ENOTSUP', syscall: 'open' };
  throw Object.assign(new Error(`${path} is a terminal, which may be stopped`), details);
}
