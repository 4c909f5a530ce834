import type { PublicState } from '../../../machines/public-state.ts';
import type { TimeScale } from './duration.ts';
import type { Act } from './step.ts';
import type { Vector, VectorWorldName } from './vector.ts';

/** A way to put a case on stage. */
export interface VectorWorld {
  /** What a case's `worlds` has to name. */
  readonly name: VectorWorldName;
  /** What a failure calls it, if not by that name. */
  readonly label?: string;
  /** Sets the stage anew for one case; its server or fleet is started, if the case says so. */
  open(vector: Vector): Promise<VectorStage>;
}

/** One case on its stage. */
export interface VectorStage {
  readonly time: TimeScale;
  /** @throws Unstageable for what this world has no way to do. */
  act(act: Act): Promise<void>;
  wait(durationMs: number): Promise<void>;
  look(server: string | undefined): View;
  /** How expectations are waited for, where time is real. Absent where nothing happens by itself. */
  readonly patience?: Patience;
  /** Ends everything, whatever state it is in. */
  stop(): Promise<void>;
}

/** A bounded wait for a fact. */
export interface Patience {
  /**
   * Resolves once `holds` does, or never did. It came `early` if that was less than `notBeforeMs`
   * of real time after the last act.
   */
  until(holds: () => boolean, notBeforeMs: number): Promise<'held' | 'early' | 'never'>;
}

/**
 * What can be seen of one server, and of its fleet. What a world cannot see is undefined; no
 * expectation is judged by it.
 */
export interface View {
  /** Null before the server is started. */
  readonly state: PublicState | null;
  readonly links: Readonly<Record<string, number | undefined>>;
  /** All that was told of this server so far, oldest first. */
  readonly emitted: readonly { readonly type: string }[] | undefined;
  readonly calls: Readonly<Record<string, object>> | undefined;
  readonly tools: readonly string[] | undefined;
  readonly health: string | undefined;
  readonly status: object | undefined;
  readonly retried: unknown;
  readonly startup: unknown;
  readonly report: unknown;
  readonly timers: 'some' | 'none' | undefined;
}

/** Of a world that sees nothing; each adds what it sees. */
export const unseen: View = {
  state: null,
  links: {},
  emitted: undefined,
  calls: undefined,
  tools: undefined,
  health: undefined,
  status: undefined,
  retried: undefined,
  startup: undefined,
  report: undefined,
  timers: undefined,
};

/** A case asks a world for what it has no way to do. */
export class Unstageable extends Error {
  override readonly name = 'Unstageable';
}
