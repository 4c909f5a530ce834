import type { StepLine } from '../lines/line.ts';
import { beganAt, delayName, EARLY_MS, timerRules } from './chart-event.ts';
import type { Objection } from './judge.ts';

/** F3: a timer that is later than this was not late but asleep, and the wake is recorded. */
const LATE_MS = 30_000;

interface Armed {
  readonly earliest: number;
  latest: number;
}

/** What a pure transition says about timers. */
export interface TimerAction {
  readonly type: string;
  readonly params?: {
    readonly delay?: number;
    readonly id?: string;
    readonly sendId?: string;
  };
}

/** The timers of one machine, by the event that each sends; they fire in the recording, not here. */
export class MachineTimers {
  #armed = new Map<string, Armed>();

  /** In the middle of a life: how long these have run is not known, so they may fire at any time. */
  resume(eventTypes: readonly string[], at: number): void {
    this.#armed = new Map(
      eventTypes.map((type) => [type, { earliest: -Infinity, latest: at + 2 ** 31 }]),
    );
  }

  /** Follows what a step armed and cancelled. */
  follow(actions: readonly TimerAction[], step: { at: number; tookMs?: number }): void {
    for (const { type, params } of actions) {
      if (type === 'xstate.cancel') this.#armed.delete(params?.sendId ?? '');
      if (type !== 'xstate.raise' || params?.delay === undefined) continue;
      const { delay, id = '' } = params;
      this.#armed.set(id, { earliest: beganAt(step) + delay, latest: step.at + delay });
    }
  }

  clear(): void {
    this.#armed.clear();
  }

  /** Takes the timer that a step is of, if it is of one; says why it cannot have fired now. */
  take(line: StepLine): Objection | undefined {
    const { type } = line.event;
    const name = delayName(type);
    const began = beganAt(line);
    const overdue = this.#overdue(line, began);
    if (overdue) return overdue;
    if (name === undefined) return undefined;
    const armed = this.#armed.get(type);
    const rule = timerRules[name];
    if (armed === undefined)
      return { text: `the timer ${name} fired, and none was running`, ...(rule && { rule }) };
    this.#armed.delete(type);
    const earlyMs = armed.earliest - began;
    if (earlyMs <= EARLY_MS) return undefined;
    const text = `the timer ${name} fired ${Math.round(earlyMs)} ms before its time`;
    return { text, ...(rule && { rule }) };
  }

  #overdue({ event }: StepLine, now: number): Objection | undefined {
    // F3: all timers that are late for the same sleep are so from now on.
    const isWake = event.type === 'retry' && event['reason'] === 'wake';
    for (const [type, armed] of this.#armed) {
      if (isWake) armed.latest = Math.max(armed.latest, now);
      if (now - armed.latest <= LATE_MS) continue;
      const lateS = Math.round((now - armed.latest) / 1_000);
      return {
        text: `the timer ${delayName(type)} is ${lateS} s late, and nobody was woken`,
        rule: 'F3',
      };
    }
    return undefined;
  }
}
