import { open } from 'node:fs/promises';
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
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size > MOST_BYTES) throw new RangeError(`${file} is too large: ${size} bytes`);
    const entries = parseRecording(await handle.readFile('utf8'));
    if (!entries.some(({ line }) => line?.kind === 'recording'))
      throw new RangeError(`${file} is no recording of this version of holdfast`);
    return entries;
  } finally {
    await handle.close();
  }
}

export function parseRecording(text: string): readonly Entry[] {
  let seal = new Seal();
  const entries: Entry[] = [];
  for (const [index, written] of text.split('\n').entries()) {
    if (written === '') continue;
    const line = parseLine(written);
    if (line?.kind === 'recording' || line?.kind === 'gap') seal = new Seal();
    entries.push({ number: index + 1, line, isAsWritten: seal.fits(written) });
  }
  return entries;
}
