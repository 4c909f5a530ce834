import { defaultPolicy, mergePolicy, type Policy } from '../../../machines/policy.ts';
import type { ChartEvent } from '../../../machines/events.ts';
import { createReference, type Reference } from '../reference-model.ts';
import type { Chart } from './chart.ts';
import { ChartStage } from './chart-stage.ts';
import type { VectorWorld } from './stage.ts';
import type { Vector } from './vector.ts';

/** The contract told a second time, without XState; it runs what the machine runs. */
export function referenceWorld(): VectorWorld {
  return {
    name: 'machine',
    label: 'the reference model',
    open: async (vector) => new ChartStage(new ReferenceChart(vector)),
  };
}

class ReferenceChart implements Chart {
  readonly emitted = undefined;
  readonly #reference: Reference;
  #policy: Policy;
  #nowMs = 0;

  constructor({ policy, random = 0, input }: Vector) {
    const { generation, parked } = input ?? {};
    const patch = policy as Partial<Policy> | undefined;
    this.#policy = mergePolicy(defaultPolicy, patch);
    this.#reference = createReference({
      random: () => random,
      ...(patch && { policy: patch }),
      ...(generation !== undefined && { generation }),
      ...(parked && { parked }),
    });
  }

  get state() {
    return this.#reference.state();
  }

  get policy(): Policy {
    return this.#policy;
  }

  get asked(): readonly string[] {
    return this.#reference.links;
  }

  get hasTimers(): boolean {
    return this.#reference.pending.size > 0;
  }

  send(event: ChartEvent): void {
    this.#reference.send(event);
    // It keeps its policy to itself, and whether it took one can be told from outside.
    if (event.type === 'configure' || event.type === 'retry') this.#adopt(event.policy);
  }

  report(fact: ChartEvent): void {
    this.#reference.send(fact);
  }

  /** It has no links of its own that could speak after their end. */
  reportLate(): void {}

  advance(durationMs: number): void {
    this.#nowMs += durationMs;
    while (this.#reference.fireNext(this.#nowMs));
  }

  stop(): void {}

  #adopt(patch: Partial<Policy> | undefined): void {
    try {
      this.#policy = mergePolicy(this.#policy, patch);
    } catch {
      // E3: a bad policy is ignored whole.
    }
  }
}
