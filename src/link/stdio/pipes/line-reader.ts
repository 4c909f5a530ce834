import { isAscii } from 'node:buffer';

const NEWLINE = 10;

export interface LineSink {
  onLine(line: string): void;
  /** A line was longer than the limit and has been dropped. */
  onOverlong(): void;
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
  #dropping = false;

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
    if (start < chunk.length) this.#keep(start === 0 ? chunk : chunk.subarray(start));
  }

  #finish(chunk: Buffer, start: number, end: number): void {
    const fits = !this.#dropping && this.#pieceBytes + end - start <= this.#limitBytes;
    const line = fits ? this.#join(chunk, start, end) : undefined;
    this.#forget();
    this.#dropping = false;
    if (line === undefined) this.#sink.onOverlong();
    else this.#sink.onLine(line);
  }

  #join(chunk: Buffer, start: number, end: number): string {
    if (this.#pieces.length === 0) return chunk.toString('utf8', start, end);
    this.#pieces.push(chunk.subarray(start, end));
    return decode(Buffer.concat(this.#pieces));
  }

  #keep(piece: Buffer): void {
    if (this.#dropping) return;
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes <= this.#limitBytes) return;
    // The memory goes at once; the rest of the line is skipped as it comes.
    this.#forget();
    this.#dropping = true;
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
