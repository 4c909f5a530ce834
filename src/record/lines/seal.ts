import { crc32 } from 'node:zlib';

/**
 * A checksum at the end of each line, over it and all lines before. It keeps nobody from forging a
 * recording; it tells where one was cut, mixed up or edited by hand.
 */
export class Seal {
  #sum: number;

  constructor(sum = 0) {
    this.#sum = sum;
  }

  /** The line with its seal, as it is written. */
  close(line: object): string {
    const text = JSON.stringify(line);
    this.#sum = crc32(text, this.#sum);
    return `${text.slice(0, -1)},"seal":"${hex(this.#sum)}"}`;
  }

  /** Whether a written line is the one that was sealed here. What follows is held to its own seal. */
  fits(written: string): boolean {
    const match = sealPattern.exec(written);
    if (match === null) return false;
    const sum = crc32(`${written.slice(0, match.index)}}`, this.#sum);
    this.#sum = Number.parseInt(match[1] ?? '', 16);
    return sum === this.#sum;
  }
}

const sealPattern = /,"seal":"([0-9a-f]{8})"\}$/;

function hex(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}
