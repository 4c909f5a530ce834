/** Collects a response body up to a bound; what is beyond it is dropped and remembered. */
export class Body {
  #chunks: Buffer[] = [];
  #bytes = 0;
  readonly #mostBytes: number;
  overflowed = false;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#mostBytes) this.overflowed = true;
    else this.#chunks.push(chunk);
  }

  text(): string {
    const [only] = this.#chunks;
    if (only !== undefined && this.#chunks.length === 1) return only.toString('utf8');
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}
