import type { Policy } from '../../../machines/policy.ts';
import { LatencyHistory, type LatencyPart } from './latency-history.ts';

/** Counts what the calls of one server came to, for the breaker (B1) and for status (H1). */
export interface Meter {
  /** When the last call was answered, on the clock of the calls. */
  readonly lastSuccessAt: number | undefined;
  recordSuccess(now: number, tookMs: number): void;
  /** True if the failed share of the window now trips the breaker (B1). */
  recordFailure(now: number): boolean;
  /** B5: a new session starts with an empty window; times of calls are kept. */
  startGeneration(): void;
  latencies(): Latencies;
  /** Over the last minutes. */
  history(now: number): readonly LatencyPart[];
}

/** Of the last calls that were answered; absent before the first. Milliseconds. */
export interface Latencies {
  readonly p50Ms?: number;
  readonly p95Ms?: number;
}

/** @param policy read at each record, since it may change while the server runs. */
export function createMeter(policy: () => Policy): Meter {
  return new CallMeter(policy);
}

/** Enough for a p95 that means something, little enough to sort whenever somebody looks. */
const keptTimes = 128;
/** The window moves on in this many steps: a record costs one addition, whatever the rate. */
const windowParts = 60;

class CallMeter implements Meter {
  lastSuccessAt: number | undefined;
  readonly #policy: () => Policy;
  readonly #times = new Float64Array(keptTimes);
  #timesSeen = 0;
  readonly #history = new LatencyHistory();
  readonly #calls = new Uint32Array(windowParts);
  readonly #failures = new Uint32Array(windowParts);
  #part = 0;
  #windowMs = 0;

  constructor(policy: () => Policy) {
    this.#policy = policy;
  }

  recordSuccess(now: number, tookMs: number): void {
    this.lastSuccessAt = now;
    this.#times[this.#timesSeen % keptTimes] = tookMs;
    this.#timesSeen += 1;
    this.#history.record(now, tookMs);
    this.#count(this.#calls, now, this.#policy());
  }

  recordFailure(now: number): boolean {
    const policy = this.#policy();
    this.#count(this.#calls, now, policy);
    this.#count(this.#failures, now, policy);
    const calls = total(this.#calls);
    if (calls < policy.failureRateMinCalls) return false;
    return total(this.#failures) / calls >= policy.failureRate;
  }

  startGeneration(): void {
    this.#calls.fill(0);
    this.#failures.fill(0);
  }

  latencies(): Latencies {
    const count = Math.min(this.#timesSeen, keptTimes);
    const sorted = this.#times.slice(0, count).sort();
    const [p50Ms, p95Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.95)];
    return p50Ms === undefined || p95Ms === undefined ? {} : { p50Ms, p95Ms };
  }

  history(now: number): readonly LatencyPart[] {
    return this.#history.since(now);
  }

  #count(counter: Uint32Array, now: number, policy: Policy): void {
    const { failureRateWindowMs } = policy;
    const part = Math.floor((now * windowParts) / failureRateWindowMs);
    if (part !== this.#part || failureRateWindowMs !== this.#windowMs)
      this.#moveOn(part, failureRateWindowMs);
    const place = part % windowParts;
    counter[place] = (counter[place] ?? 0) + 1;
  }

  /** Empties the parts that time has passed over. */
  #moveOn(part: number, windowMs: number): void {
    if (windowMs !== this.#windowMs || part - this.#part >= windowParts) this.startGeneration();
    else
      for (let passed = this.#part + 1; passed <= part; passed += 1) {
        this.#calls[passed % windowParts] = 0;
        this.#failures[passed % windowParts] = 0;
      }
    this.#part = part;
    this.#windowMs = windowMs;
  }
}

function total(counter: Uint32Array): number {
  return counter.reduce((sum, count) => sum + count, 0);
}

/** The smallest time that at least `share` of the calls did not exceed. */
function percentile(sorted: Float64Array, share: number): number | undefined {
  const time = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  return time === undefined ? undefined : Math.round(time * 10) / 10;
}
