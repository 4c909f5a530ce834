import type { Mismatch } from './match.ts';
import type { Vector } from './vector.ts';

/** Where a failing case is to be found, and how it is run again. */
export interface VectorSource {
  /** The file that holds the case. */
  readonly file?: string;
  /** The command that runs this case alone. */
  readonly replay?: string;
}

/** A case did not hold; the message says which, where, and what was expected. */
export class VectorFailure extends Error {
  override readonly name = 'VectorFailure';
  readonly vector: Vector;
  readonly place: string;
  readonly faults: readonly (Mismatch | string)[];

  constructor(
    { vector, world, place, source }: FailedStep,
    faults: readonly (Mismatch | string)[],
    options?: ErrorOptions,
  ) {
    const { id, rules, title, kind } = vector;
    const lines = [
      `${source.file ? `${source.file}: ` : ''}${id} (${rules.join(', ')}, ${kind}) in ${world}`,
      title,
      `step ${place}:`,
      ...faults.map((fault) => `  ${typeof fault === 'string' ? fault : describe(fault)}`),
    ];
    if (source.replay) lines.push(`again: ${source.replay}`);
    super(lines.join('\n'), options);
    this.vector = vector;
    this.place = place;
    this.faults = faults;
  }
}

/** The step at which a case did not hold. */
export interface FailedStep {
  readonly vector: Vector;
  readonly world: string;
  readonly place: string;
  readonly source: VectorSource;
}

function describe({ at, expected, actual }: Mismatch): string {
  return `${at}: expected ${JSON.stringify(expected)}, and was ${JSON.stringify(actual) ?? 'absent'}`;
}
