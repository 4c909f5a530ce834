import type { PublicState } from '../../../machines/public-state.ts';
import type { Call } from '../call.ts';
import type { CallEnvironment } from '../environment.ts';
import type { Run } from '../sending/dispatch.ts';
import type { Outcome } from '../sending/outcome.ts';
import type { Meter } from './meter.ts';
import { judgeHealth, type Verdict } from './verdict.ts';

/** Tells the machine what it has to know about calls, and nothing else (B1–B7, K10). */
export interface Reports {
  /** When the probe under way loses its slot; undefined if none is under way. */
  readonly probeEndsAt: number | undefined;
  /** Numbers a sending, so that those of one loss can be told apart from the next (B2). */
  begin(call: Call): void;
  /**
   * B4: true if the call holds the half-open breaker's slot. If not it is asked for, and if the
   * machine only takes that up later, the call gets it with the state that `watch` is shown.
   */
  takeSlot(call: Call): boolean;
  holdsSlot(call: Call): boolean;
  /** The call does not go after all: somebody else may probe. */
  returnSlot(call: Call): void;
  /** To be shown each new state: a slot can expire, and a new session takes it away. */
  watch(state: PublicState): void;
  /** @param outcome undefined if we ended the session: then it says nothing about the server. */
  report(call: Call, run: Run, outcome: Outcome | undefined): void;
}

export function createReports(environment: CallEnvironment, meter: Meter): Reports {
  return new BreakerReports(environment, meter);
}

/** A claim that the machine has not heeded for this long is given up, so that others may claim. */
const claimMs = 100;

/** More slow tools than this are not remembered; the oldest is then treated as a quick one. */
const keptSlowTools = 256;

class BreakerReports implements Reports {
  readonly #environment: CallEnvironment;
  readonly #meter: Meter;
  /** Asked for; an event sent while the machine is busy with another is taken up after that. */
  #claim: { readonly call: Call; readonly at: number; readonly lastsMs: number } | undefined;
  #slot: { readonly call: Call; readonly endsAt: number } | undefined;
  /** B4: tools whose last success took over half of the probe's time. */
  readonly #slowTools = new Set<string>();
  #lastOrder = 0;
  /** The sendings made so far when a cut was last counted. */
  #orderAtCut = 0;

  constructor(environment: CallEnvironment, meter: Meter) {
    this.#environment = environment;
    this.#meter = meter;
  }

  get probeEndsAt(): number | undefined {
    return this.#slot?.endsAt;
  }

  begin(call: Call): void {
    this.#lastOrder += 1;
    call.order = this.#lastOrder;
  }

  takeSlot(call: Call): boolean {
    if (this.holdsSlot(call)) return true;
    const environment = this.#environment;
    const now = environment.clock.now();
    if (this.#claim !== undefined && now < this.#claim.at + claimMs) return false;
    const timeoutMs = this.#probeTimeout(call, now);
    const lastsMs = timeoutMs ?? environment.policy().probeTimeoutMs;
    this.#claim = { call, at: now, lastsMs };
    environment.send(
      timeoutMs === undefined ? { type: 'call.probe' } : { type: 'call.probe', timeoutMs },
    );
    this.watch(environment.state());
    return this.holdsSlot(call);
  }

  holdsSlot(call: Call): boolean {
    return this.#slot?.call === call;
  }

  returnSlot(call: Call): void {
    if (!this.holdsSlot(call)) return;
    this.#slot = undefined;
    this.#environment.send({ type: 'call.probeCancelled' });
  }

  watch({ breaker, probe }: PublicState): void {
    if (breaker !== 'halfOpen' || probe !== 'taken') {
      // B4: an expired slot was a failed probe already; the call's own verdict is not one any more.
      this.#slot = undefined;
      if (breaker !== 'halfOpen') this.#claim = undefined;
      return;
    }
    const claim = this.#claim;
    if (claim === undefined) return;
    this.#claim = undefined;
    this.#slot = { call: claim.call, endsAt: this.#environment.clock.now() + claim.lastsMs };
    if (claim.call.phase === 'settled') this.returnSlot(claim.call);
  }

  report(call: Call, run: Run, outcome: Outcome | undefined): void {
    const probe = this.holdsSlot(call);
    if (probe) this.#slot = undefined;
    const verdict = outcome === undefined ? 'none' : judgeHealth(outcome);
    if (verdict === 'success') this.#reportSuccess(call, run, probe);
    else if (verdict !== 'none') this.#reportFailure(call, run, verdict, probe);
    else if (probe) this.#environment.send({ type: 'call.probeCancelled' });
  }

  /** B4: a slow tool is given its own time, or it could never close the breaker. */
  #probeTimeout(call: Call, now: number): number | undefined {
    if (!this.#slowTools.has(call.subject)) return undefined;
    return Math.max(1, Math.floor(Math.min(call.timeoutMs, call.totalEndsAt - now)));
  }

  #reportSuccess(call: Call, run: Run, probe: boolean): void {
    const environment = this.#environment;
    const now = environment.clock.now();
    const tookMs = now - run.startedAt;
    this.#meter.recordSuccess(now, tookMs);
    if (tookMs > environment.policy().probeTimeoutMs / 2) this.#rememberSlow(call.subject);
    else if (this.#slowTools.size > 0) this.#slowTools.delete(call.subject);
    const { generation } = call;
    if (probe) environment.send({ type: 'call.succeeded', probe, generation });
    // K10: on the hot path the machine has nothing to learn from a success.
    else if (environment.state().heedsSuccess)
      environment.send({ type: 'call.succeeded', generation });
  }

  #reportFailure(
    call: Call,
    run: Run,
    kind: Exclude<Verdict, 'success' | 'none'>,
    probe: boolean,
  ): void {
    const environment = this.#environment;
    const { generation } = call;
    // B7: the session it was sent in is gone, and with it what the call could say.
    if (generation !== environment.state().generation) return;
    // B2: one loss is one failure; all that ran beside the first cut belongs to the same loss.
    if (kind === 'transport' && !probe && call.order <= this.#orderAtCut) return;
    if (kind === 'transport') this.#orderAtCut = this.#lastOrder;
    const rateTripped = this.#meter.recordFailure(environment.clock.now());
    environment.send({
      type: 'call.failed',
      failure: { kind },
      generation,
      ...(probe ? { probe } : undefined),
      ...(kind === 'timeout' ? { linkIdle: run.linkIdle } : undefined),
      ...(rateTripped ? { rateTripped } : undefined),
    });
  }

  #rememberSlow(tool: string): void {
    this.#slowTools.delete(tool);
    this.#slowTools.add(tool);
    if (this.#slowTools.size <= keptSlowTools) return;
    for (const oldest of this.#slowTools) {
      this.#slowTools.delete(oldest);
      return;
    }
  }
}
