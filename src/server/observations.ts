import type { LastError, ParkReason, ServerEmission } from '../../machines/events.ts';
import type { ChannelFacts } from '../link/channel.ts';

/**
 * What the machine's events have told so far: the moments that a snapshot does not hold. Times
 * are the clock's; whoever shows them turns them into the wall's.
 */
export class Observations {
  since: number;
  attempt: 'none' | 'queued' | 'running' = 'none';
  /** Attempts since the last session, or since the start (H1). */
  attempts = 0;
  /** Failed attempts over the whole life. */
  failures = 0;
  nextAttemptAt: number | undefined;
  /** When it last began to wait in parked (C12). */
  parkedSince: number | undefined;
  breakerHalfOpensAt: number | undefined;
  lastAttempt: { readonly endedAt: number; readonly tookMs: number } | undefined;
  /** Kept through later sessions, for those who ask why (H1). */
  lastError: (LastError & { readonly at: number }) | undefined;
  lastParkReason: ParkReason | undefined;
  /** What the last session went over, where its entry leaves that open (L7). */
  transport: ChannelFacts['transport'];
  #attemptStartedAt: number;

  constructor(now: number) {
    this.since = now;
    this.#attemptStartedAt = now;
  }

  /** F2, C13: waiting for a turn is no part of the attempt's own time. */
  queued(): void {
    this.attempt = 'queued';
  }

  granted(now: number): void {
    this.attempt = 'running';
    this.#attemptStartedAt = now;
  }

  note(event: ServerEmission, now: number): void {
    switch (event.type) {
      case 'server.state':
        this.since = now;
        if (event.state === 'ready') this.attempts = 0;
        if (event.state === 'ready' || event.state === 'shutdown') this.#endAttempt(now);
        return;
      case 'server.attempting':
        this.attempts += 1;
        // The link has started, and may be queued, before the machine tells of the attempt.
        if (this.attempt !== 'queued') this.granted(now);
        this.nextAttemptAt = undefined;
        this.parkedSince = undefined;
        return;
      case 'server.failed':
        this.#endAttempt(now);
        this.failures += 1;
        this.lastError = { ...event.error, at: now };
        return;
      case 'server.lost':
        this.lastError = { ...event.error, at: now };
        return;
      case 'server.waiting':
        this.nextAttemptAt = now + event.waitMs;
        return;
      case 'server.parked':
        this.parkedSince = now;
        this.lastParkReason = event.reason;
        this.nextAttemptAt = event.waitMs === undefined ? undefined : now + event.waitMs;
        return;
      case 'breaker.opened':
        this.breakerHalfOpensAt = now + event.cooldownMs;
        return;
      case 'breaker.halfOpened':
      case 'breaker.closed':
        this.breakerHalfOpensAt = undefined;
        return;
      case 'server.draining':
      case 'server.proven':
      case 'server.revived':
      case 'server.stable':
      case 'policy.refused':
    }
  }

  /** C15: the actor errored, and with it the attempt that may have been under way. */
  crashed(fault: Omit<LastError, 'kind'>, now: number): void {
    this.#endAttempt(now);
    this.failures += 1;
    this.lastError = { ...fault, kind: 'internal', at: now };
  }

  #endAttempt(now: number): void {
    if (this.attempt === 'none') return;
    this.attempt = 'none';
    this.nextAttemptAt = undefined;
    this.parkedSince = undefined;
    this.lastAttempt = { endedAt: now, tookMs: now - this.#attemptStartedAt };
  }
}
