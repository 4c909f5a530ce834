/** Time as holdfast sees it; tests and hosts may bring their own. */
export interface Clock {
  /** Milliseconds on a clock that never runs backwards. */
  now(): number;
  setTimeout(run: () => void, delayMs: number): unknown;
  clearTimeout(timer: unknown): void;
  /** Epoch milliseconds, which go on during sleep (F3). Default: `now()`. */
  wall?(): number;
}

/** The process's own monotonic clock. */
export const systemClock: Clock = {
  now: () => performance.now(),
  setTimeout: (run, delayMs) => setTimeout(run, delayMs),
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  wall: () => Date.now(),
};

/** The process's own source of chance, for jitter. */
export const systemRandom = (): number => Math.random();
