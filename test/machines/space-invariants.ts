import type { Edge, ExploredState } from './explore.ts';
import { stateInvariants } from './state-invariants.ts';
import { stepInvariants } from './step-invariants.ts';

/** All states that the machine can get into, and all steps between them. */
export interface SpaceView {
  readonly states: readonly ExploredState[];
  readonly edges: readonly Edge[];
  /** Those that were not shut down. */
  readonly alive: readonly ExploredState[];
}

/** A rule that has to hold in every state, or at every step. */
export interface SpaceInvariant {
  readonly title: string;
  /** Where it does not hold. */
  readonly broken: (space: SpaceView) => readonly string[];
}

export const spaceInvariants: readonly SpaceInvariant[] = [...stateInvariants, ...stepInvariants];

export function viewOf(states: readonly ExploredState[]): SpaceView {
  return {
    states,
    edges: states.flatMap(({ edges }) => edges),
    alive: states.filter(({ state }) => state.connection !== 'shutdown'),
  };
}
