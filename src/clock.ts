/** Time as holdfast sees it; tests and hosts may bring their own. */
export interface Clock {
  /** Milliseconds on a clock that never runs backwards. */
  now(): number;
  setTimeout(run: () => void, delayMs: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** The process's own monotonic clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, delayMs) => setTimeout(run, delayMs),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};
