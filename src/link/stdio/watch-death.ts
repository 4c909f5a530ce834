import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { createFlag, waitForAny, type Flag } from './flag.ts';

const QUIET_MS = 50;
/** Longest time between a child's exit and its being told (L2). */
export const DRAIN_MS = 150;
const EXIT_FIRST_MS = 250;

export interface Death {
  readonly code: 'PROCESS_EXITED' | 'STDOUT_CLOSED' | 'STDIN_CLOSED';
  readonly reason: string;
}

export interface DeathWatch {
  /** Raised by the child's exit, whatever becomes of its pipes (L2). */
  readonly exited: Flag;
  /** Raised when the death has been told, all that could be read before it included. */
  readonly told: Flag;
  /** The pipe to the child broke; the exit that usually follows says more. */
  stdinBroke(): void;
}

/**
 * Watches a child and tells once how it died, after what it wrote last has been read (L2). A helper
 * that holds the pipes open delays that by 150 ms at most.
 */
export function watchDeath(
  child: ChildProcessWithoutNullStreams,
  clock: Clock,
  onDeath: (death: Death) => void,
): DeathWatch {
  const exited = createFlag();
  const told = createFlag();
  const tell = (death: Death) => {
    if (told.raised) return;
    told.raise();
    onDeath(death);
  };

  child.once('exit', (code, signal) => {
    exited.raise();
    const reason = code === null ? `was killed by ${signal}` : `exited with code ${code}`;
    // Never rejects: it waits for flags and timers only.
    void readOut(child, clock).then(() => tell({ code: 'PROCESS_EXITED', reason }));
  });
  child.stdout.once('end', () => void afterExit('STDOUT_CLOSED', 'closed its stdout'));

  // The exit explains more than a closed pipe does, so it gets the chance to come first.
  async function afterExit(code: Death['code'], reason: string): Promise<void> {
    await waitAndPoll([exited], EXIT_FIRST_MS, clock);
    if (!exited.raised) tell({ code, reason });
  }

  return {
    exited,
    told,
    stdinBroke: () => void afterExit('STDIN_CLOSED', 'no longer reads its stdin'),
  };
}

/** Resolves once both outputs have ended, or were silent for 50 ms, or after 150 ms. */
async function readOut(child: ChildProcessWithoutNullStreams, clock: Clock): Promise<void> {
  const outputs = [child.stdout, child.stderr];
  const ended = createFlag();
  const deadlineMs = clock.now() + DRAIN_MS;
  let quietAtMs = clock.now() + QUIET_MS;
  const listen = () => (quietAtMs = clock.now() + QUIET_MS);
  const finish = () => {
    if (outputs.every(isOver)) ended.raise();
  };
  for (const output of outputs) output.on('data', listen).on('end', finish).on('close', finish);
  finish();
  const left = () => Math.min(quietAtMs, deadlineMs) - clock.now();
  while (!ended.raised && left() > 0) await waitAndPoll([ended], left(), clock);
  for (const output of outputs) output.off('data', listen).off('end', finish).off('close', finish);
}

/**
 * Timers are told before pipes are read. On a busy machine, what had come long before the wait was over would
 * count as silence (L2), so whatever is there by then is read first.
 */
async function waitAndPoll(flags: readonly Flag[], waitMs: number, clock: Clock): Promise<void> {
  await waitForAny(flags, waitMs, clock);
  await nextTurn();
}

function isOver(output: Readable): boolean {
  return output.readableEnded || output.destroyed;
}
