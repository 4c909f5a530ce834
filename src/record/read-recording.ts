import { createReadStream } from 'node:fs';
import type { RecordingLine } from './lines/line.ts';
import { parseLine } from './lines/parse-line.ts';
import { Seal } from './lines/seal.ts';

/** One line of a file, numbered from 1. */
export interface Entry {
  readonly number: number;
  /** Undefined for one that is no line of a recording, such as the half one that a kill leaves. */
  readonly line: RecordingLine | undefined;
  /** Whether it, and its place behind the line before, are as they were written. */
  readonly isAsWritten: boolean;
}

/** Far more than is written with any sensible rotation. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Reads a recording. @throws Error with Node's `code`, or RangeError for a file that is none. */
export async function readRecording(file: string): Promise<readonly Entry[]> {
  const entries = parseRecording(await readText(file));
  if (!entries.some(({ line }) => line?.kind === 'recording'))
    throw new RangeError(`${file} is no recording of this version of holdfast`);
  return entries;
}

/** Counted as it comes: a pipe or a device does not say how much it holds, which may have no end. */
async function readText(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new RangeError(`${file} is too large: over ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function parseRecording(text: string): readonly Entry[] {
  let seal = new Seal();
  const entries: Entry[] = [];
  // Mail and editors may have changed how lines end and a file begins, and nothing that was written.
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  for (const [index, written] of lines.entries()) {
    if (written === '') continue;
    const line = parseLine(written);
    if (line?.kind === 'recording' || line?.kind === 'gap') seal = new Seal();
    entries.push({ number: index + 1, line, isAsWritten: seal.fits(written) });
  }
  return entries;
}
