const FIRST_BYTES = 1024;

/** The last bytes of a stream. Grows to its limit only as they come, so a silent server costs nothing (L3). */
export class StderrRing {
  readonly #limitBytes: number;
  #buffer = Buffer.alloc(0);
  /** Where the next byte goes; below the limit also the number of bytes held. */
  #next = 0;
  #wrapped = false;

  constructor(limitBytes = 64 * 1024) {
    this.#limitBytes = limitBytes;
  }

  push(chunk: Buffer): void {
    const kept = chunk.subarray(-this.#limitBytes);
    if (!this.#wrapped) this.#grow(this.#next + kept.length);
    const first = kept.copy(this.#buffer, this.#next);
    kept.copy(this.#buffer, 0, first);
    const next = this.#next + kept.length;
    // Only a full-grown buffer wraps.
    this.#wrapped ||= next >= this.#limitBytes;
    this.#next = next % this.#limitBytes;
  }

  /** The last `bytes` of what was pushed, oldest first. */
  last(bytes: number): Buffer {
    const upToNext = this.#buffer.subarray(0, this.#next);
    const held = this.#wrapped
      ? Buffer.concat([this.#buffer.subarray(this.#next), upToNext])
      : upToNext;
    return held.subarray(Math.max(0, held.length - bytes));
  }

  #grow(wantedBytes: number): void {
    if (wantedBytes <= this.#buffer.length) return;
    let bytes = Math.max(FIRST_BYTES, this.#buffer.length);
    while (bytes < wantedBytes) bytes *= 2;
    const grown = Buffer.alloc(Math.min(bytes, this.#limitBytes));
    this.#buffer.copy(grown, 0, 0, this.#next);
    this.#buffer = grown;
  }
}
