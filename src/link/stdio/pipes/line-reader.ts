import { isAscii } from 'node:buffer';
import { LineEnds } from './line-ends.ts';

const NEWLINE = 10;

export interface LineSink {
  onLine(line: string): void;
  /** A line was longer than the limit and has been dropped, but for its ends. */
  onOverlong(ends: LineEnds): void;
}

/**
 * Cuts a byte stream into lines, linear in their length (L3): a chunk is searched once, and the
 * pieces of a long line are put together once, when its end is there. That also keeps characters
 * whole that were split between chunks.
 */
export class LineReader {
  readonly #sink: LineSink;
  readonly #limitBytes: number;
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  /** Set while a line is dropped. */
  #dropped: LineEnds | undefined;

  constructor(sink: LineSink, limitBytes: number) {
    this.#sink = sink;
    this.#limitBytes = limitBytes;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#finish(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #finish(chunk: Buffer, start: number, end: number): void {
    if (this.#dropped === undefined && this.#pieceBytes + end - start <= this.#limitBytes) {
      const line = this.#join(chunk, start, end);
      this.#forget();
      this.#sink.onLine(line);
      return;
    }
    const ends = this.#drop(chunk.subarray(start, end));
    this.#dropped = undefined;
    this.#sink.onOverlong(ends);
  }

  #join(chunk: Buffer, start: number, end: number): string {
    if (this.#pieces.length === 0) return chunk.toString('utf8', start, end);
    this.#pieces.push(chunk.subarray(start, end));
    return decode(Buffer.concat(this.#pieces));
  }

  #keep(piece: Buffer): void {
    if (this.#dropped !== undefined || this.#pieceBytes + piece.length > this.#limitBytes)
      this.#drop(piece);
    else {
      this.#pieces.push(piece);
      this.#pieceBytes += piece.length;
    }
  }

  /** The memory goes at once; the rest of the line is skipped as it comes. */
  #drop(piece: Buffer): LineEnds {
    const ends = (this.#dropped ??= new LineEnds(this.#pieces));
    this.#forget();
    ends.add(piece);
    return ends;
  }

  #forget(): void {
    this.#pieces = [];
    this.#pieceBytes = 0;
  }
}

// Most long lines are plain ASCII, and taking the bytes as they are is much quicker than decoding.
function decode(line: Buffer): string {
  return line.toString(isAscii(line) ? 'latin1' : 'utf8');
}
