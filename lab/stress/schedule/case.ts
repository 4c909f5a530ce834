import type { Supervisor } from '../../../src/index.ts';
import type { Bound } from '../bound.ts';
import type { Rules } from './rules.ts';

/** What a case has to work with. */
export interface Stage {
  readonly rules: Rules;
  /** What a start of a process may take beyond its delay. */
  readonly slackMs: number;
  /** Aborted when the run ends. */
  readonly end: AbortSignal;
  /** Waits in the time of the defaults, or until the run ends. */
  pass(ofDefaultsMs: number): Promise<void>;
}

/** One part of the schedule, with a fleet of its own, so that no case waits at another's gate. */
export interface Case {
  readonly name: string;
  /** Runs until the stage ends, and judges what the server saw. */
  run(stage: Stage): Promise<readonly Bound[]>;
}

/** Asks again and again until the end; what comes of it is not looked at. */
export async function keepAsking(
  { end }: Stage,
  supervisor: Supervisor,
  ask: (supervisor: Supervisor) => Promise<unknown>,
  everyMs: number,
): Promise<void> {
  while (!end.aborted) {
    const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
    // What is still asked at the end is answered by the shutdown.
    await Promise.race([Promise.all([pause, ask(supervisor).catch(() => undefined)]), ended(end)]);
  }
}

export function ended(end: AbortSignal): Promise<void> {
  if (end.aborted) return Promise.resolve();
  return new Promise((resolve) => end.addEventListener('abort', () => resolve(), { once: true }));
}
