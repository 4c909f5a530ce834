import type { Policy } from '../../machines/policy.ts';
import type { Clock } from '../clock.ts';
import type { ChannelEnds } from './channel-ends.ts';

/** C13: this much longer than the stop ladder nobody waits. */
const MARGIN_MS = 1_000;

export interface PredecessorWait {
  readonly server: string;
  readonly ends: ChannelEnds;
  readonly policy: Policy;
  readonly clock: Clock;
}

/**
 * Waits until nothing of this name's earlier channels is left, and no longer than a predecessor
 * that is still draining its calls can take (C13).
 * @returns ids of the processes that are left all the same.
 */
export function waitForPredecessor(wait: PredecessorWait): Promise<readonly number[]> {
  const { server, ends, policy, clock } = wait;
  const { drainMs, stdinGraceMs, termGraceMs } = policy;
  return new Promise((resolve) => {
    const end = (left: readonly number[]) => {
      clock.clearTimeout(timer);
      resolve(left);
    };
    const timer = clock.setTimeout(
      () => end(ends.processIds(server)),
      drainMs + stdinGraceMs + termGraceMs + MARGIN_MS,
    );
    // Never rejects: an end that fails counts as one that left something behind.
    void ends.vacate(server).then(({ left }) => end(left));
  });
}
