import type { ListedTool } from '../../catalogue/tool.ts';
import type { ActionAnswer, ActionName, ActionRequest } from '../wire/action.ts';
import type { ViewFrame } from '../wire/frame.ts';
import type { Player } from './replay/player.ts';

/** Where a page takes what it shows from: a fleet that runs, or a recording of one. */
export interface ViewSource {
  /**
   * Tells frames until the returned function is called; the first one is whole, and has all that
   * is kept of the timeline of `server`.
   * @param server the one whose detail is wanted, if any.
   * @param after the newest timeline entry that the page has, if any.
   */
  follow(server: string | undefined, after: number | undefined, told: Told): () => void;
  /** The present moment in what is shown, in epoch milliseconds: countdowns run by it. */
  now(): number;
  tools(server: string): Promise<readonly ListedTool[]>;
  /** Absent where nothing can be changed any more. */
  readonly act?: (action: ActionName, request: ActionRequest) => Promise<ActionAnswer>;
  /** Moves in time; only a recording has it. */
  readonly player?: Player;
}

export interface Told {
  frame(frame: ViewFrame): void;
  /** Whether frames can be had right now. */
  link(state: LinkState): void;
}

export type LinkState = 'opening' | 'live' | 'lost' | 'recorded';
