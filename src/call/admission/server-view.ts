import type { PublicState } from '../../../machines/public-state.ts';
import type { CallEnvironment } from '../environment.ts';
import type { Situation } from './admission.ts';
import { isWakeable, nextAskAt, type Ask } from './ask-for-session.ts';
import { followOutage, noOutage, type Outage } from './outage.ts';

/** What the caller side sees of its server, and the one thing it asks of it: a session. */
export interface ServerView {
  readonly outage: Outage;
  /** Takes note of the present state, which is returned. */
  follow(): PublicState;
  look(own: OwnSide): Situation;
  /** A call that finds no session may set off an attempt, whatever becomes of the call itself. */
  knock(): void;
  /** Asks for a session if that is due (C5a, C12); otherwise says when it will be. */
  askIfDue(): number | undefined;
}

/** What only the caller side itself knows. */
export type OwnSide = Pick<Situation, 'placeFree' | 'probeEndsAt' | 'ownsSlot'>;

export function createServerView(environment: CallEnvironment): ServerView {
  return new FollowedServer(environment);
}

class FollowedServer implements ServerView {
  readonly #environment: CallEnvironment;
  #outage: Outage = noOutage;
  #lastAsk: Ask | undefined;

  constructor(environment: CallEnvironment) {
    this.#environment = environment;
    this.follow();
  }

  get outage(): Outage {
    return this.#outage;
  }

  follow(): PublicState {
    const state = this.#environment.state();
    this.#outage = followOutage(this.#outage, state, this.#environment.clock.now());
    return state;
  }

  look(own: OwnSide): Situation {
    const environment = this.#environment;
    const state = this.follow();
    const policy = environment.policy();
    const parkedSince = environment.parkedSince();
    const mayWake = parkedSince !== undefined && isWakeable(state);
    return {
      now: environment.clock.now(),
      isStarted: environment.isStarted(),
      state,
      policy,
      outage: this.#outage,
      received: environment.session()?.received,
      nextAttemptAt: environment.nextAttemptAt(),
      wakesAt: mayWake ? parkedSince + policy.wakeSpacingMs : undefined,
      breakerHalfOpensAt: environment.breakerHalfOpensAt(),
      ...own,
    };
  }

  knock(): void {
    const { connection, breaker } = this.#environment.state();
    if (connection === 'ready') return;
    // B6: it takes no slot; the machine asks for the session that the probe would need.
    if (breaker === 'halfOpen') this.#environment.send({ type: 'call.probe' });
    if (connection === 'parked') this.askIfDue();
  }

  askIfDue(): number | undefined {
    const now = this.#environment.clock.now();
    const askAt = this.#nextAskAt();
    if (askAt === undefined || askAt > now) return askAt;
    this.#lastAsk = { at: now, attemptEndedAt: this.#environment.lastAttempt()?.endedAt };
    this.#environment.send({ type: 'retry', reason: 'call' });
    return this.#nextAskAt();
  }

  #nextAskAt(): number | undefined {
    const environment = this.#environment;
    return nextAskAt({
      state: environment.state(),
      policy: environment.policy(),
      transport: environment.transport,
      startSlotMs: environment.startSlotMs,
      parkedSince: environment.parkedSince(),
      lastAttempt: environment.lastAttempt(),
      lastAsk: this.#lastAsk,
    });
  }
}
