import type { Asked, RecordedState, ResumedLine, StartedLine, StepLine } from '../lines/line.ts';

/** What one server must look like after a step. */
export interface Expected {
  readonly state: RecordedState;
  /** Undefined where a judge knows nothing of the chart. */
  readonly value?: unknown;
  readonly asked: readonly Asked[];
  /** Chance that the step must have drawn. */
  readonly draws: number;
}

/** Why a step cannot have been taken at all, and the rule that forbids it. */
export interface Objection {
  readonly text: string;
  readonly rule?: string;
}

/** Follows one server of a recording, and knows what must come of every event. */
export interface Judge {
  /** Who speaks, as in a sentence. */
  readonly name: string;
  start(line: StartedLine): Expected;
  resume(line: ResumedLine): void;
  take(line: StepLine): Expected | Objection;
}

/** Chance as it was recorded, drawn again in the same order. */
export class Draws {
  #left: number[] = [];
  #taken = 0;

  load(draws: readonly number[] = []): void {
    this.#left = [...draws];
    this.#taken = 0;
  }

  readonly draw = (): number => {
    this.#taken += 1;
    return this.#left.shift() ?? 0;
  };

  get taken(): number {
    return this.#taken;
  }
}
