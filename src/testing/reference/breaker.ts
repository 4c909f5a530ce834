import type { CallEvent } from '../../../machines/events.ts';
import { LONGEST_DELAY_MS, type Policy } from '../../../machines/policy.ts';
import type { PublicState } from '../../../machines/public-state.ts';
import type { Timers } from './timers.ts';

type Verdict = Extract<CallEvent, { type: 'call.succeeded' | 'call.failed' }>;
type VerdictState = Pick<PublicState, 'breaker' | 'cooldownMs' | 'probe' | 'heedsSuccess'>;

type Resumed = Pick<PublicState, 'breaker' | 'probe'> & {
  readonly failures: number;
  readonly cooldownMs: number;
};

/** The breaker rules of the reference model. It guards callers and knows no link. */
export class Breaker {
  readonly #timers: Timers;
  #policy: Policy;
  #breaker: PublicState['breaker'] = 'closed';
  #isSlotTaken = false;
  #failures = 0;
  #cooldownMs: number;

  constructor(policy: Policy, timers: Timers) {
    this.#policy = policy;
    this.#cooldownMs = policy.cooldownMs;
    this.#timers = timers;
  }

  get isHalfOpen(): boolean {
    return this.#breaker === 'halfOpen';
  }

  state(): VerdictState {
    const isAtBase = this.#cooldownMs === this.#policy.cooldownMs;
    return {
      breaker: this.#breaker,
      cooldownMs: this.#cooldownMs,
      ...(this.isHalfOpen && { probe: this.#isSlotTaken ? ('taken' as const) : ('free' as const) }),
      // K10: only where nothing is remembered may a success go untold.
      heedsSuccess:
        this.#breaker !== 'retired' &&
        (this.#breaker !== 'closed' || this.#failures > 0 || !isAtBase),
    };
  }

  /** In the middle of a life that it has not seen; its timers may fire at any time. */
  resume({ breaker, probe, failures, cooldownMs }: Resumed): void {
    this.#breaker = breaker;
    this.#failures = failures;
    this.#cooldownMs = cooldownMs;
    this.#isSlotTaken = probe === 'taken';
    if (breaker === 'open') this.#timers.arm('cooldown', 0);
    if (this.#isSlotTaken) this.#timers.arm('slot', 0);
  }

  /** F4: the base moves with the policy; a doubled cooldown stays, within the new limits. */
  adopt(policy: Policy): void {
    const wasAtBase = this.#cooldownMs === this.#policy.cooldownMs;
    const { cooldownMs, cooldownMaxMs } = policy;
    this.#policy = policy;
    this.#cooldownMs = wasAtBase
      ? cooldownMs
      : Math.min(Math.max(this.#cooldownMs, cooldownMs), cooldownMaxMs);
  }

  hear(verdict: Verdict): void {
    // B3: in `open` the results of calls change nothing; B6: only the probe's own moves the slot.
    if (this.isHalfOpen && this.#isSlotTaken && verdict.probe === true) this.#judge(verdict);
    else if (this.#breaker === 'closed') this.#count(verdict);
  }

  /** B4: one slot, held no longer than the call may take. */
  takeSlot(timeoutMs = this.#policy.probeTimeoutMs): void {
    if (!this.isHalfOpen || this.#isSlotTaken) return;
    this.#isSlotTaken = true;
    const heldMs = timeoutMs >= 0 ? timeoutMs : this.#policy.probeTimeoutMs;
    this.#timers.arm('slot', Math.min(heldMs, LONGEST_DELAY_MS));
  }

  /** B4: a cancelled probe frees the slot. */
  freeSlot(): void {
    this.#isSlotTaken = false;
    this.#timers.disarm('slot');
  }

  /** B5: the doubled cooldown outlives it. */
  close(): void {
    this.#breaker = 'closed';
    this.#failures = 0;
    this.freeSlot();
    this.#timers.disarm('cooldown');
  }

  retire(): void {
    this.close();
    this.#breaker = 'retired';
  }

  halfOpen(): void {
    this.#breaker = 'halfOpen';
  }

  /** B3; a slot that expires is a failed probe (B4). */
  failProbe(): void {
    this.#cooldownMs = Math.min(this.#cooldownMs * 2, this.#policy.cooldownMaxMs);
    this.#open();
  }

  /** B1, B2 */
  #count(verdict: Verdict): void {
    if (verdict.type === 'call.succeeded') return this.#forgive();
    const { failure, linkIdle, rateTripped } = verdict;
    const isConsecutive =
      failure.kind === 'transport' ||
      failure.kind === 'protocol' ||
      (failure.kind === 'timeout' && linkIdle === true);
    if (isConsecutive) this.#failures += 1;
    const isTooMany = isConsecutive && this.#failures >= this.#policy.failureThreshold;
    if (isTooMany || rateTripped === true) this.#open();
  }

  /** B2: every failure fails a probe. */
  #judge(verdict: Verdict): void {
    if (verdict.type === 'call.failed') return this.failProbe();
    this.close();
    this.#forgive();
  }

  #forgive(): void {
    this.#failures = 0;
    this.#cooldownMs = this.#policy.cooldownMs;
  }

  #open(): void {
    this.close();
    this.#breaker = 'open';
    this.#timers.arm('cooldown', this.#cooldownMs);
  }
}
