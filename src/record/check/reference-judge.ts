import type { Policy } from '../../../machines/policy.ts';
import { createReference, type Reference } from '../../testing/reference-model.ts';
import type { TimerName } from '../../testing/reference/server.ts';
import type { Asked, RecordedState, ResumedLine, StartedLine, StepLine } from '../lines/line.ts';
import { safeError } from '../lines/safe-state.ts';
import { beganAt, chartEvent, delayName, EARLY_MS, timerRules } from './chart-event.ts';
import { resumedReference } from './resumed-reference.ts';
import { Draws, type Expected, type Judge, type Objection } from './judge.ts';

const timers: Readonly<Record<string, TimerName>> = {
  connectDeadline: 'deadline',
  backoff: 'wait',
  parkedProbe: 'wait',
  wakeSpacing: 'spacing',
  stableAfter: 'stable',
  drain: 'drain',
  closeDeadline: 'close',
  cooldown: 'cooldown',
  probeTimeout: 'slot',
};

/** Holds one server of a recording to the contract as it is told a second time, without XState. */
export class ReferenceJudge implements Judge {
  readonly name = 'the contract';
  readonly #draws = new Draws();
  #reference: Reference | undefined;
  #startedAt = 0;
  #heard = 0;

  start(line: StartedLine): Expected {
    const { policy, generation, parked } = line;
    this.#begin(line);
    this.#draws.load(line.draws);
    this.#reference = createReference({
      policy: policy as Partial<Policy>,
      random: this.#draws.draw,
      ...(generation !== undefined && { generation }),
      ...(parked && { parked: { ...parked, message: '' } }),
    });
    return this.#expect(this.#reference);
  }

  resume(line: ResumedLine): void {
    this.#begin(line);
    this.#reference = resumedReference(line, this.#draws.draw);
  }

  take(line: StepLine): Expected | Objection {
    const reference = this.#reference;
    if (reference === undefined) return { text: 'it was never started', rule: 'C1' };
    this.#draws.load(line.draws);
    const now = beganAt(line) - this.#startedAt;
    // Timers fire when the recording says so; until then time goes on as far as it can.
    reference.fireNext(Math.min(now, Math.min(...reference.pending.values()) - 1));
    const name = delayName(line.event.type);
    if (name === undefined) reference.send(chartEvent(line));
    else {
      const objection = fire(reference, name, now);
      if (objection) return objection;
    }
    return this.#expect(reference);
  }

  #begin({ at, tookMs }: { readonly at: number; readonly tookMs?: number }): void {
    this.#startedAt = beganAt({ at, ...(tookMs !== undefined && { tookMs }) });
    this.#heard = 0;
  }

  #expect(reference: Reference): Expected {
    const asked = reference.links.slice(this.#heard).flatMap(askedBy);
    this.#heard = reference.links.length;
    return { state: recorded(reference), asked, draws: this.#draws.taken };
  }
}

function fire(reference: Reference, delay: string, now: number): Objection | undefined {
  const timer = timers[delay];
  const rule = timerRules[delay];
  const due = timer && reference.pending.get(timer);
  if (timer === undefined || due === undefined)
    return { text: `the timer ${delay} fired, and none was running`, ...(rule && { rule }) };
  if (due - now > EARLY_MS) {
    const text = `the timer ${delay} fired ${Math.round(due - now)} ms before its time`;
    return { text, ...(rule && { rule }) };
  }
  reference.fire(timer);
  return undefined;
}

function recorded(reference: Reference): RecordedState {
  const { lastError, ...state } = reference.state();
  return { ...state, ...(lastError && { lastError: safeError(lastError) }) };
}

function askedBy(line: string): Asked[] {
  const [verb, , force] = line.split(' ');
  if (verb === 'start' || verb === 'check') return [verb];
  if (verb !== 'close') return [];
  return [force === undefined ? 'close' : 'close force'];
}
