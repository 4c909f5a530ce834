/** More than an id and its neighbours in a message take. */
const END_BYTES = 256;

const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const id = String.raw`"id"\s*:\s*"(?<id>[^"\\]{1,64})"`;
const atHead = new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`, 'u');
const atTail = new RegExp(String.raw`,\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`, 'u');

/**
 * How a line begins and ends that is too long to be kept (L3): servers write a message's id first or
 * last, and whoever waits for that answer should not have to wait for a timeout.
 */
export class LineEnds {
  #head = Buffer.alloc(0);
  #tail = Buffer.alloc(0);

  constructor(pieces: readonly Buffer[]) {
    for (const piece of pieces) this.add(piece);
  }

  add(piece: Buffer): void {
    const missing = END_BYTES - this.#head.length;
    if (missing > 0) this.#head = Buffer.concat([this.#head, piece.subarray(0, missing)]);
    // Copied, so that nothing holds the whole piece.
    const end = Buffer.concat([this.#tail, piece.subarray(-END_BYTES)]);
    this.#tail = Buffer.from(end.subarray(-END_BYTES));
  }

  /** The request that the message answers, where that shows at an end; ids in text only. */
  answeredId(): string | undefined {
    const found = atHead.exec(this.#head.toString()) ?? atTail.exec(this.#tail.toString());
    return found?.groups?.['id'];
  }
}
