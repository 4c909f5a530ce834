import type { RecordingLine } from '../lines/line.ts';

/** Whether the lines of a run are all there, and in the order in which they were written. */
export class LineOrder {
  #n: number | undefined;
  #at = -Infinity;

  /** What is wrong with the place of a line; undefined if nothing is. */
  follow(line: RecordingLine): string | undefined {
    const { n, at } = line;
    const before = this.#n;
    const isBackInTime = at < this.#at;
    this.#n = n;
    this.#at = at;
    // The first line of a file says where it begins; that of a run, that it does.
    if (line.kind === 'recording' && (line.part === 1 || before === undefined)) {
      const isFirst = line.part > 1 || n === 1;
      return isFirst ? undefined : 'a run must begin with its own first line';
    }
    if (before === undefined) return 'a recording must begin with its header';
    const due = before + 1 + (line.kind === 'gap' ? line.lost : 0);
    if (n > due) return `${n - due === 1 ? 'a line is' : `${n - due} lines are`} missing before it`;
    if (n < due) return 'it stands behind lines that were written after it';
    return isBackInTime ? 'it is earlier than the line before it' : undefined;
  }
}
