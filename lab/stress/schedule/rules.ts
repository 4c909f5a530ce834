import { defaultFleetPolicy, defaultPolicy } from '../../../machines/index.ts';
import type { SupervisorOptions } from '../../../src/index.ts';
import type { Window } from './window.ts';

/** The schedule that the contract promises, with its times divided by a scale. */
export class Rules {
  readonly #scale: number;

  constructor(scale: number) {
    this.#scale = scale;
  }

  /** Scaled, what a busy machine takes weighs more, and less of the schedule fits into the run. */
  get areDefaults(): boolean {
    return this.#scale === 1;
  }

  /** Nothing at all where the defaults themselves are judged. */
  get policy(): SupervisorOptions['policy'] & object {
    if (this.areDefaults) return {};
    const { baseDelayMs, maxDelayMs, stableAfterMs, wakeSpacingMs, eagerDialMs } = defaultPolicy;
    return {
      baseDelayMs: this.ms(baseDelayMs),
      maxDelayMs: this.ms(maxDelayMs),
      stableAfterMs: this.ms(stableAfterMs),
      parkedProbeMs: this.ms(defaultPolicy.parkedProbeMs || 0),
      wakeSpacingMs: this.ms(wakeSpacingMs),
      eagerDialMs: this.ms(eagerDialMs),
      startSlotMs: this.ms(defaultFleetPolicy.startSlotMs),
    };
  }

  /** F2: the hourly rate of stdio servers, as its own setting, since that of HTTP is another. */
  get startsPerHour(): number {
    return defaultPolicy.startsPerHour * this.#scale;
  }

  /** A time of the defaults, in the time of this run. */
  ms(ofDefaults: number): number {
    return Math.round(ofDefaults / this.#scale);
  }

  /** C6: the first attempt after a stable session. */
  get immediate(): Window {
    return { name: 'immediate', leastMs: 0, mostMs: 0 };
  }

  /** C5: so many delays of the ladder, each shortened by at most its jitter. */
  ladder(count: number): Window[] {
    const { baseDelayMs, factor, maxDelayMs, jitter } = defaultPolicy;
    return Array.from({ length: count }, (_, step) => {
      const mostMs = this.ms(Math.min(maxDelayMs, baseDelayMs * factor ** step));
      return { name: 'ladder', leastMs: mostMs * (1 - jitter), mostMs };
    });
  }

  /** C5: what a server itself asked for, up to the cap. */
  hint(ofDefaults: number): Window {
    const mostMs = this.ms(Math.min(ofDefaults, defaultPolicy.maxDelayMs));
    return { name: 'Retry-After', leastMs: mostMs, mostMs };
  }

  /** C8 */
  get probe(): Window {
    const mostMs = this.ms(defaultPolicy.parkedProbeMs || 0);
    return { name: 'parked probe', leastMs: mostMs * (1 - defaultPolicy.parkedJitter), mostMs };
  }

  /** C12: never before the spacing, and then with the next of the calls that come all the time. */
  wake(callEveryMs: number): Window {
    const leastMs = this.ms(defaultPolicy.wakeSpacingMs);
    return { name: 'wake spacing', leastMs, mostMs: leastMs + callEveryMs };
  }
}
