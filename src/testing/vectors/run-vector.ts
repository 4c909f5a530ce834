import { milliseconds } from './duration.ts';
import type { Expectation } from './expectation.ts';
import { spelledOut, type PlacedStep } from './given.ts';
import { judge } from './judge.ts';
import type { Mismatch } from './match.ts';
import type { VectorStage, VectorWorld } from './stage.ts';
import { actOf, type SimpleStep } from './step.ts';
import type { Vector } from './vector.ts';
import { VectorFailure, type VectorSource } from './vector-failure.ts';

/**
 * Runs one case in one world, to its end or to the first step that is not as expected.
 * @throws VectorFailure that names the case, the step, what was expected and what was seen.
 */
export async function runVector(
  vector: Vector,
  world: VectorWorld,
  source: VectorSource = {},
): Promise<void> {
  const failed = { vector, world: world.label ?? world.name, source };
  const stage = await world.open(vector);
  const run = new Run(stage);
  try {
    for (const { place, step } of spelledOut(vector.steps)) {
      const faults = await run.take({ place, step }).catch((error: unknown) => {
        throw new VectorFailure({ ...failed, place }, [textOf(error)], { cause: error });
      });
      if (faults.length > 0) throw new VectorFailure({ ...failed, place }, faults);
    }
  } finally {
    await stage.stop();
  }
}

class Run {
  readonly #stage: VectorStage;
  /** By server: how many of its events earlier expectations have looked at. */
  readonly #told = new Map<string | undefined, number>();
  /** Time that the case let pass since something was done. */
  #waitedMs = 0;

  constructor(stage: VectorStage) {
    this.#stage = stage;
  }

  async take({ step }: PlacedStep): Promise<readonly (Mismatch | string)[]> {
    if ('expect' in step) return this.#expect(step.expect);
    if ('wait' in step) {
      const durationMs = milliseconds(step.wait, this.#stage.time);
      this.#waitedMs += durationMs;
      await this.#stage.wait(durationMs);
      return [];
    }
    await this.#act(step);
    return [];
  }

  async #act(step: SimpleStep): Promise<void> {
    this.#waitedMs = 0;
    const act = actOf(step);
    if (act !== undefined) await this.#stage.act(act);
  }

  async #expect(expectation: Expectation): Promise<readonly (Mismatch | string)[]> {
    const { server } = expectation;
    const look = () =>
      judge(expectation, this.#stage.look(server), {
        time: this.#stage.time,
        toldBefore: this.#told.get(server) ?? 0,
      });
    const { patience } = this.#stage;
    const came = await patience?.until(() => look().length === 0, this.#waitedMs);
    if (came === 'early') return [`it came before ${this.#waitedMs} ms had passed`];
    const faults = look();
    this.#told.set(server, this.#stage.look(server).emitted?.length ?? 0);
    return faults;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
