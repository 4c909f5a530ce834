import type { Clock } from '../../clock.ts';
import type { Call } from '../call.ts';
import { createWaitingLine } from './queue.ts';

/** Where calls wait: each is judged again at every change, and when its time is up. */
export interface WaitingRoom {
  readonly size: number;
  /** In order. */
  all(): readonly Call[];
  /** False if the line is full (K3). */
  enter(call: Call, limit: number): boolean;
  /** To the head of the line, without being counted. */
  reenter(call: Call): void;
  leave(call: Call): void;
  /** Judges everybody in order. Asked for in the middle of itself, it goes round once more. */
  judgeAll(): void;
}

export interface Doorkeeper {
  readonly clock: Clock;
  /** Sends the call, settles it, or leaves it where it is with a new `judgeAt`. */
  judge(call: Call): void;
  /** After a round with somebody left: the next moment at which to go round, if there is one. */
  afterRound(): number | undefined;
}

export function createWaitingRoom(doorkeeper: Doorkeeper): WaitingRoom {
  return new Room(doorkeeper);
}

class Room implements WaitingRoom {
  readonly #doorkeeper: Doorkeeper;
  readonly #line = createWaitingLine<Call>();
  #judging = false;
  #again = false;
  /** One timer for all that wait. */
  #alarm: unknown;
  #alarmAt = Infinity;

  constructor(doorkeeper: Doorkeeper) {
    this.#doorkeeper = doorkeeper;
  }

  get size(): number {
    return this.#line.size;
  }

  all(): readonly Call[] {
    return this.#line.inOrder();
  }

  enter(call: Call, limit: number): boolean {
    if (!this.#line.join(call, limit)) return false;
    const roundAt = this.#doorkeeper.afterRound() ?? Infinity;
    // What was asked for may have come at once and let the call through.
    if (this.#line.size > 0) this.#setAlarm(Math.min(this.#alarmAt, call.judgeAt, roundAt));
    return true;
  }

  reenter(call: Call): void {
    this.#line.rejoin(call);
  }

  leave(call: Call): void {
    this.#line.leave(call);
    if (this.#line.size === 0) this.#setAlarm(Infinity);
  }

  judgeAll(): void {
    if (this.#judging) {
      this.#again = true;
      return;
    }
    this.#judging = true;
    let roundAt: number | undefined;
    try {
      do {
        this.#again = false;
        roundAt = this.#goRound();
      } while (this.#again);
    } finally {
      this.#judging = false;
    }
    this.#setAlarm(this.#earliest(roundAt ?? Infinity));
  }

  #goRound(): number | undefined {
    for (const call of this.#line.inOrder())
      if (call.phase === 'waiting') this.#doorkeeper.judge(call);
    return this.#line.size === 0 ? undefined : this.#doorkeeper.afterRound();
  }

  #earliest(moment: number): number {
    return this.#line.inOrder().reduce((at, { judgeAt }) => Math.min(at, judgeAt), moment);
  }

  #setAlarm(at: number): void {
    if (at === this.#alarmAt) return;
    const { clock } = this.#doorkeeper;
    clock.clearTimeout(this.#alarm);
    this.#alarmAt = at;
    if (at === Infinity) return;
    this.#alarm = clock.setTimeout(() => this.#ring(), Math.max(0, at - clock.now()));
  }

  #ring(): void {
    this.#alarmAt = Infinity;
    this.judgeAll();
  }
}
