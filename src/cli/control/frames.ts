import type { Socket } from 'node:net';

/** Longest request; the arguments of a call are most of it. */
export const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
/** Longest answer; a tool's result is most of it. */
export const MAX_ANSWER_BYTES = 128 * 1024 * 1024;

export interface FrameReader {
  onFrame(text: string): void;
  /** The peer sent more than a frame may hold. */
  onOverflow(): void;
}

/** Cuts what arrives on a socket into lines, and gives up on a line that is too long. */
export function readFrames(socket: Socket, maxBytes: number, reader: FrameReader): void {
  let chunks: Buffer[] = [];
  let held = 0;
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      const frame = Buffer.concat([...chunks, rest.subarray(0, end)]);
      chunks = [];
      held = 0;
      rest = rest.subarray(end + 1);
      if (frame.length > maxBytes) return reader.onOverflow();
      reader.onFrame(frame.toString('utf8'));
    }
    held += rest.length;
    if (held > maxBytes) return reader.onOverflow();
    if (rest.length > 0) chunks.push(rest);
  });
}

export function writeFrame(socket: Socket, value: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}
