import { systemClock, type Clock } from '../../src/clock.ts';

/** The real clock, and every wait that was asked of it: what a busy machine cannot lengthen. */
export function recordingClock(): { readonly clock: Clock; readonly waits: number[] } {
  const waits: number[] = [];
  const clock: Clock = {
    ...systemClock,
    setTimeout: (run, delayMs) => {
      waits.push(delayMs);
      return systemClock.setTimeout(run, delayMs);
    },
  };
  return { clock, waits };
}
