import type { Scene } from './scene.ts';

/**
 * Lets the world go on for a while, one timer after the other, and looks at it after each. Ends
 * early with the first violation, or once `isEnough` says so.
 */
export async function pass(
  { clock, tell, judge }: Scene,
  durationMs: number,
  isEnough: () => boolean = () => false,
): Promise<void> {
  const untilMs = clock.now() + durationMs;
  for (;;) {
    if (judge.violation !== undefined || isEnough()) return;
    const went = await clock.stepSettled(untilMs);
    tell.instant();
    if (!went) return;
  }
}
