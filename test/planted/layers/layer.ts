import type { LayerName } from '../bugs/bug.ts';

/** What a layer of the tests noticed. */
export interface Finding {
  /** As the layer itself names it. */
  readonly rule: string;
  readonly what: string;
  /** The first seed of the simulation that noticed it. */
  readonly seed?: number;
}

export interface LayerRun {
  /** The rule that is broken: what holds it is looked at first. */
  readonly rule: string;
  readonly seeds: number;
  /** To be called at each step of a long run, with what is done next. */
  readonly alive: (what: string) => void;
}

/** Looks for anything that is wrong, up to the first that is. */
export type Layer = (run: LayerRun) => Promise<Finding | undefined>;

/** The layers that need no test runner, and so run in one bundle with the bug. */
export type BundledLayer = Exclude<LayerName, 'rule tests'>;
