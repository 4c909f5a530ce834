/** The answered calls of a few seconds, taken together. Milliseconds. */
export interface LatencyPart {
  /** When the part begins; on the calls' clock here, epoch milliseconds in what hosts get. */
  readonly at: number;
  readonly calls: number;
  readonly meanMs: number;
  readonly slowestMs: number;
}

/** Long enough to see what changed over the last minutes, in parts that a drawing can show. */
export const latencyPartMs = 5_000;
const keptParts = 60;

/**
 * How long the calls of the last five minutes took. One that was answered costs three additions,
 * and a server that was never called keeps nothing.
 */
export class LatencyHistory {
  /** Of each part its number, its calls, their sum and the slowest one. */
  #parts: Float64Array | undefined;

  record(now: number, tookMs: number): void {
    const parts = (this.#parts ??= new Float64Array(keptParts * 4));
    const number = Math.floor(now / latencyPartMs) + 1;
    const place = (number % keptParts) * 4;
    if (parts[place] !== number) parts.fill(0, place, place + 4);
    const [, calls = 0, sumMs = 0, slowestMs = 0] = parts.subarray(place, place + 4);
    parts.set([number, calls + 1, sumMs + tookMs, Math.max(slowestMs, tookMs)], place);
  }

  /** The parts that had a call, oldest first. */
  since(now: number): LatencyPart[] {
    const oldest = Math.floor(now / latencyPartMs) + 1 - keptParts;
    const parts = this.#parts ?? [];
    const found: LatencyPart[] = [];
    for (let place = 0; place < parts.length; place += 4) {
      const [number = 0, calls = 0, sumMs = 0, slowestMs = 0] = parts.slice(place, place + 4);
      if (calls === 0 || number <= oldest) continue;
      const at = (number - 1) * latencyPartMs;
      found.push({ at, calls, meanMs: round(sumMs / calls), slowestMs: round(slowestMs) });
    }
    return found.sort((one, other) => one.at - other.at);
  }
}

function round(tookMs: number): number {
  return Math.round(tookMs * 10) / 10;
}
