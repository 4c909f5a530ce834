import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Policy } from '../../../../machines/policy.ts';
import type { Clock } from '../../../clock.ts';
import type { ChannelEnd } from '../../channel.ts';
import { waitForAny, type Flag } from '../flag.ts';
import type { ProcessEntry } from './process-entry.ts';
import type { ProcessTree } from './process-tree.ts';

const LEFTOVER_GRACE_MS = 250;
const VERIFY_MS = 1_000;
const POLL_MS = 20;

export type StopPolicy = Pick<Policy, 'stdinGraceMs' | 'termGraceMs'>;

export interface StopTarget {
  readonly tree: ProcessTree;
  readonly exited: Flag;
  /** Raised by `force`: every wait but the last ends at once. */
  readonly forced: Flag;
  closeStdin(): void;
}

/**
 * L4: ask, insist, kill, and look whether anybody is left. Bounded by both graces, 250 ms for those
 * who are left behind, 1 s to kill, and 1 s in which an exit that the table knows is told.
 * `killed` counts the processes that were sent SIGKILL, not those that obeyed before.
 */
export async function climbStopLadder(
  target: StopTarget,
  { stdinGraceMs, termGraceMs }: StopPolicy,
  clock: Clock,
): Promise<ChannelEnd> {
  const { tree, exited, forced } = target;
  // K8: a death's callers come first, and the dead no longer tell whose children are whose.
  if (exited.raised) await nextTurn();
  // Seen now, while parents still tell whose children they are.
  else await tree.living();
  // Whoever is killed at once is not asked first, or might leave between the two.
  if (!forced.raised) target.closeStdin();
  await waitForAny([exited, forced], stdinGraceMs, clock);
  if (!exited.raised && !forced.raised) {
    await tree.signal('SIGTERM');
    await waitForAny([exited, forced], termGraceMs, clock);
  }
  if (exited.raised && !forced.raised) await askLeftovers(target, clock);
  const end = await killUntilGone(tree, clock);
  // The table is ahead of the event loop: the exit may not have been told yet.
  if (end.left.length === 0) await waitForAny([exited], VERIFY_MS, clock);
  return end;
}

/** The server itself is gone; whoever it left behind gets a short while to end in order. */
async function askLeftovers({ tree, forced }: StopTarget, clock: Clock): Promise<void> {
  const asked = await tree.signal('SIGTERM');
  if (asked.length === 0) return;
  const deadlineMs = clock.now() + LEFTOVER_GRACE_MS;
  while (!forced.raised && clock.now() < deadlineMs) {
    await waitForAny([forced], POLL_MS, clock);
    if ((await tree.living()).length === 0) return;
  }
}

async function killUntilGone(tree: ProcessTree, clock: Clock): Promise<ChannelEnd> {
  const killed = new Set<string>();
  const deadlineMs = clock.now() + VERIFY_MS;
  for (;;) {
    const members = await tree.signal('SIGKILL');
    for (const member of members) killed.add(identify(member));
    const over = members.length === 0 || clock.now() >= deadlineMs;
    if (over) return { killed: killed.size, left: members.map(({ pid }) => pid) };
    await waitForAny([], POLL_MS, clock);
  }
}

function identify({ pid, startTime }: ProcessEntry): string {
  return `${pid} ${startTime}`;
}
