import type { FileHandle } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { openNamedPipe } from '../../named-pipe.ts';
import { endsWithLine, openPrivately } from './private-file.ts';

/** Where a recording is written to. */
export interface Destination {
  /** What is in a file stays there, so that it grows, and can be put aside. */
  readonly isFile: boolean;
  /** What was in it when it was opened. */
  readonly bytes: number;
  append(text: string): Promise<void>;
  /** What still waits to be written is lost. */
  close(): Promise<void>;
}

/** @throws Error with Node's `code`: `ENXIO` for a pipe that nobody reads */
export async function openDestination(path: string): Promise<Destination> {
  const socket = openNamedPipe(path);
  if (socket !== undefined) return new PipeDestination(path, socket);
  const handle = await openPrivately(path);
  const there = await handle.stat();
  return new FileDestination(handle, there.isFile(), there.size);
}

class FileDestination implements Destination {
  readonly isFile: boolean;
  readonly bytes: number;
  readonly #handle: FileHandle;
  #mayBeHalf: boolean;

  constructor(handle: FileHandle, isFile: boolean, bytes: number) {
    this.#handle = handle;
    this.isFile = isFile;
    this.bytes = bytes;
    this.#mayBeHalf = bytes > 0;
  }

  async append(text: string): Promise<void> {
    // Whoever wrote last may have been killed, or stopped by a full disk, in the middle of a line.
    const apart = this.#mayBeHalf && !(await endsWithLine(this.#handle));
    this.#mayBeHalf = true;
    await this.#handle.appendFile(apart ? `\n${text}` : text);
    this.#mayBeHalf = false;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Whoever reads it may go, and another one come. */
class PipeDestination implements Destination {
  readonly isFile = false;
  readonly bytes = 0;
  readonly #path: string;
  #socket: Socket;
  #isClosed = false;

  constructor(path: string, socket: Socket) {
    this.#path = path;
    this.#socket = listening(socket);
  }

  async append(text: string): Promise<void> {
    if (this.#isClosed) throw unread();
    if (this.#socket.destroyed) this.#reopen();
    const socket = this.#socket;
    await new Promise<void>((resolve, reject) => {
      // A write that a destroyed socket drops is told without an error.
      socket.write(text, (error) => {
        if (error) reject(error);
        else if (socket.destroyed) reject(unread());
        else resolve();
      });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#socket.closed) return;
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    this.#socket.destroy(unread());
    await closed;
  }

  #reopen(): void {
    const socket = openNamedPipe(this.#path);
    if (socket === undefined)
      throw Object.assign(new Error('the pipe is not there any more'), { code: 'ENOENT' });
    this.#socket = listening(socket);
  }
}

function unread(): NodeJS.ErrnoException {
  return Object.assign(new Error('the pipe is not read'), { code: 'ETIMEDOUT' });
}

/** Each write hears of its own failure; an error that nobody listens to would end the process. */
function listening(socket: Socket): Socket {
  return socket.on('error', () => undefined);
}
