import type { Clock } from '../../clock.ts';
import type { Answer, Exchange, Progress, Session } from '../../link/session.ts';
import type { Ending } from './outcome.ts';

/** One sending of one call. */
export interface Order {
  readonly clock: Clock;
  readonly session: Session;
  readonly method: string;
  readonly params: Record<string, unknown>;
  /** K1: from dispatch, and anew from each progress. */
  readonly timeoutMs: number;
  /** K1: never extended. `Infinity` for no limit. */
  readonly totalEndsAt: number;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

export interface Run {
  readonly startedAt: number;
  /** B2: nothing has arrived on the link since. */
  readonly linkIdle: boolean;
  /** Ends it as `cancelled`, and tells the server why. Once it has ended, nothing happens. */
  cancel(reason: string): void;
}

/** A timer that is so late had a host that was busy with something else. */
const HELD_UP_MS = 100;
const LOOK_AGAIN_MS = 20;

/** Sends a call and tells how it ended, exactly once and never before it returns. */
export function dispatch(order: Order, ended: (ending: Ending, run: Run) => void): Run {
  return new RunningCall(order, ended);
}

class RunningCall implements Run {
  readonly startedAt: number;
  readonly #order: Order;
  readonly #ended: (ending: Ending, run: Run) => void;
  readonly #receivedBefore: number;
  readonly #exchange: Exchange;
  #heardAt: number;
  #timer: unknown;
  #looksAgain = false;
  #timedOut = false;
  #over = false;

  constructor(order: Order, ended: (ending: Ending, run: Run) => void) {
    this.#order = order;
    this.#ended = ended;
    this.startedAt = order.clock.now();
    this.#heardAt = this.startedAt;
    this.#receivedBefore = order.session.received;
    // Progress is always asked for, since it is what keeps a long call alive (K1).
    this.#exchange = order.session.request(order.method, order.params, (progress) =>
      this.#noteProgress(progress),
    );
    this.#arm(this.startedAt);
    // `answer` never rejects.
    void this.#exchange.answer.then((answer) =>
      this.#end(answer.kind === 'cancelled' && this.#timedOut ? timedOut(answer) : answer),
    );
  }

  get linkIdle(): boolean {
    return this.#order.session.received === this.#receivedBefore;
  }

  cancel(reason: string): void {
    // The exchange then settles as cancelled by itself.
    if (!this.#over) this.#exchange.cancel(reason);
  }

  #noteProgress(progress: Progress): void {
    if (this.#over) return;
    this.#heardAt = this.#order.clock.now();
    try {
      this.#order.onProgress?.(progress);
    } catch {
      // A caller's listener that throws must not reach the link, which serves others too.
    }
  }

  #arm(now: number): void {
    const { clock, timeoutMs, totalEndsAt } = this.#order;
    const endsAt = Math.min(this.#heardAt + timeoutMs, totalEndsAt);
    this.#timer = clock.setTimeout(() => this.#checkTime(), Math.max(0, endsAt - now));
  }

  /** One timer serves the whole call: progress only moves the end that it looks at. */
  #checkTime(): void {
    const { clock, timeoutMs, totalEndsAt, session } = this.#order;
    const now = clock.now();
    // K1: a server that waits for the host's own answer has not fallen silent.
    this.#heardAt = Math.max(this.#heardAt, session.hostBusyAt ?? 0);
    const endsAt = Math.min(this.#heardAt + timeoutMs, totalEndsAt);
    if (now < endsAt) return this.#arm(now);
    if (now - endsAt > HELD_UP_MS && !this.#looksAgain) {
      // K1: the host itself was held up, and an answer that came meanwhile is only read next.
      this.#looksAgain = true;
      this.#timer = clock.setTimeout(() => this.#checkTime(), LOOK_AGAIN_MS);
      return;
    }
    this.#timedOut = true;
    // K9: the server may stop working on it. K1: whether it was sent at all, only the link knows.
    this.#exchange.cancel('The call timed out.');
  }

  #end(ending: Ending): void {
    this.#over = true;
    this.#order.clock.clearTimeout(this.#timer);
    this.#ended(ending, this);
  }
}

function timedOut({ unsent }: Answer & { readonly kind: 'cancelled' }): Ending {
  return unsent ? { kind: 'timedOut', unsent } : { kind: 'timedOut' };
}
