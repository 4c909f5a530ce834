import type { Progress } from '../link/session.ts';

/** Whether a call whose outcome is unknown may be sent once more (K7). */
export type ReplayChoice = 'safe' | 'always' | 'never';

/** How long a call may take, and what may be done for it (K1). Delays in milliseconds. */
export interface CallOptions {
  /** From dispatch to the answer, extended by progress. Default: policy `callTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** From submission to the outcome, never extended; `false` for no limit. Default: policy. */
  readonly maxTotalMs?: number | false | undefined;
  /** How long the call may wait for a session or a place. Default: the server's state decides (K4). */
  readonly waitForReadyMs?: number | undefined;
  /** Ends the call as `CALL_CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Default `safe`: only tools that say that a second run does no harm. */
  readonly replay?: ReplayChoice | undefined;
}
