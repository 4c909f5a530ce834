import type { Socket } from 'node:net';

/** What happens to bytes on their way in one direction. Offsets count from when the fault began. */
export type DirectionFault =
  | { readonly kind: 'blackHole' }
  | { readonly kind: 'latency'; readonly delayMs: number; readonly jitterMs: number }
  | { readonly kind: 'bandwidth'; readonly bytesPerSecond: number }
  | { readonly kind: 'oneByteWrites' }
  | { readonly kind: 'truncate'; readonly afterBytes: number }
  | { readonly kind: 'reset'; readonly afterBytes: number }
  | { readonly kind: 'halfClose' }
  | { readonly kind: 'slowClose'; readonly delayMs: number }
  | { readonly kind: 'corrupt'; readonly text: string }
  | { readonly kind: 'duplicate'; readonly text: string };

/** One direction of every connection of a proxy. */
export class Direction {
  readonly #random: () => number;
  #fault: DirectionFault | undefined;
  #carriedBytes = 0;
  #waitingForHeal: (() => void)[] = [];

  constructor(random: () => number) {
    this.#random = random;
  }

  suffer(fault: DirectionFault): void {
    this.#fault = fault;
    this.#carriedBytes = 0;
  }

  /** What was held back arrives now: TCP sends it until it does, or either side gives up. */
  heal(): void {
    this.#fault = undefined;
    for (const go of this.#waitingForHeal.splice(0)) go();
  }

  /** Carries what `from` sends to `to`, in order, until either is gone. */
  carry(from: Socket, to: Socket): void {
    let last = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      from.pause();
      last = last.then(async () => {
        await this.#carryChunk(chunk, from, to);
        from.resume();
      });
    });
    from.on('end', () => void (last = last.then(() => this.#end(to))));
    // A reset in the one direction is one in the other, once what was on its way has arrived.
    from.on('close', (failed) => void last.then(() => (failed ? to.resetAndDestroy() : undefined)));
    to.on('close', () => from.destroy());
  }

  async #carryChunk(chunk: Buffer, from: Socket, to: Socket): Promise<void> {
    const fault = this.#fault;
    const before = this.#carriedBytes;
    this.#carriedBytes += chunk.length;
    switch (fault?.kind) {
      case undefined:
      case 'slowClose':
        return write(to, chunk);
      case 'blackHole':
        await this.#healed();
        return write(to, chunk);
      case 'latency':
        await pause(fault.delayMs + this.#random() * fault.jitterMs);
        return write(to, chunk);
      case 'bandwidth':
        return trickle(to, chunk, fault.bytesPerSecond);
      case 'oneByteWrites':
        for (const byte of chunk) await write(to, Buffer.from([byte]));
        return;
      case 'truncate':
        await write(to, chunk.subarray(0, Math.max(0, fault.afterBytes - before)));
        if (this.#carriedBytes >= fault.afterBytes) [from, to].forEach((socket) => socket.end());
        return;
      case 'reset':
        await write(to, chunk.subarray(0, Math.max(0, fault.afterBytes - before)));
        // What was written has to arrive before the reset does, which overtakes it.
        if (this.#carriedBytes < fault.afterBytes) return;
        await pause(20);
        return [from, to].forEach((socket) => socket.resetAndDestroy());
      case 'halfClose':
        await write(to, chunk);
        return void to.end();
      case 'corrupt':
        return write(to, corrupted(chunk, fault.text));
      case 'duplicate':
        await write(to, chunk);
        if (chunk.includes(fault.text)) await write(to, chunk);
        return;
    }
  }

  async #end(to: Socket): Promise<void> {
    if (this.#fault?.kind === 'slowClose') await pause(this.#fault.delayMs);
    if (this.#fault?.kind === 'blackHole') await this.#healed();
    to.end();
  }

  #healed(): Promise<void> {
    return new Promise((resolve) => this.#waitingForHeal.push(resolve));
  }
}

function write(to: Socket, bytes: Buffer): Promise<void> {
  if (bytes.length === 0 || to.destroyed || to.writableEnded) return Promise.resolve();
  return new Promise((resolve) => to.write(bytes, () => resolve()));
}

const SLICES_PER_SECOND = 20;

async function trickle(to: Socket, chunk: Buffer, bytesPerSecond: number): Promise<void> {
  const sliceBytes = Math.max(1, Math.round(bytesPerSecond / SLICES_PER_SECOND));
  for (let start = 0; start < chunk.length && !to.destroyed; start += sliceBytes) {
    await write(to, chunk.subarray(start, start + sliceBytes));
    await pause(1_000 / SLICES_PER_SECOND);
  }
}

/** Breaks the one byte after a text that is only in the body, so that the framing stays whole. */
function corrupted(chunk: Buffer, text: string): Buffer {
  const at = chunk.indexOf(text);
  if (at < 0) return chunk;
  const broken = Buffer.from(chunk);
  broken[at + text.length] = 0x01;
  return broken;
}

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
