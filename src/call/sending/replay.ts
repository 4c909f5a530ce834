import type { ReplayChoice } from '../call-options.ts';
import type { ToolHints } from '../environment.ts';

/** K6: more often than this a request that never left is not sent again. */
const maxUnsent = 3;

/** What has become of a call so far. */
export interface History {
  /** Times that it could not be sent. */
  readonly unsent: number;
  /** Times that it was turned away before it ran. */
  readonly refusals: number;
  /** Its outcome was unknown once already. */
  readonly replayed: boolean;
}

/** K6: nothing reached the server, so sending it again is safe. */
export function mayResend(history: History): boolean {
  return history.unsent <= maxUnsent;
}

/** K6: turned away before it ran; once more, and no further. */
export function mayAskOnceMore(history: History): boolean {
  return history.refusals <= 1;
}

/**
 * K7: the outcome is unknown. At most one replay, and only where a second run does no harm by the
 * tool's own word or the caller's.
 */
export function mayReplay(
  history: History,
  choice: ReplayChoice,
  hints: ToolHints | undefined,
): boolean {
  return !history.replayed && bearsSecondRun(choice, hints);
}

/** The half of K7 that is asked again when the replay is about to go, with the fresh list. */
export function bearsSecondRun(choice: ReplayChoice, hints: ToolHints | undefined): boolean {
  if (choice !== 'safe') return choice === 'always';
  // Untrusted: a string such as "false" is no promise.
  return hints?.readOnlyHint === true || hints?.idempotentHint === true;
}
