import type { Clock } from '../../clock.ts';

/** Something that happens at most once, and that can be asked about and waited for. */
export interface Flag {
  readonly raised: boolean;
  readonly whenRaised: Promise<void>;
  raise(): void;
}

export function createFlag(): Flag {
  let resolve: () => void = () => {};
  let raised = false;
  const whenRaised = new Promise<void>((settle) => {
    resolve = settle;
  });
  return {
    get raised() {
      return raised;
    },
    whenRaised,
    raise() {
      raised = true;
      resolve();
    },
  };
}

/** Waits for the first of `flags`, but never longer than `delayMs`. */
export async function waitForAny(
  flags: readonly Flag[],
  delayMs: number,
  clock: Clock,
): Promise<void> {
  if (flags.some((flag) => flag.raised)) return;
  let timer: unknown;
  const elapsed = new Promise<void>((resolve) => {
    timer = clock.setTimeout(resolve, delayMs);
  });
  await Promise.race([elapsed, ...flags.map((flag) => flag.whenRaised)]);
  clock.clearTimeout(timer);
}
