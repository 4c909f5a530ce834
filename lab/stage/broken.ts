/** Something that had to be true and was not. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

/** @throws Broken with `what` had to hold, and what was seen instead */
export function mustHold(holds: boolean, what: string, seen?: unknown): void {
  if (holds) return;
  throw new Broken(seen === undefined ? what : `${what}; seen: ${JSON.stringify(seen)}`);
}

/** Waits for a fact. @throws Broken if it does not come true within the bound */
export async function until(
  fact: () => boolean,
  what: string | (() => string),
  boundMs = 15_000,
): Promise<void> {
  const endMs = performance.now() + boundMs;
  while (!fact()) {
    if (performance.now() > endMs)
      throw new Broken(`not within ${boundMs} ms: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Ends a wait that would have no end. @throws Broken */
export async function within<Result>(
  boundMs: number,
  what: string,
  promise: Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const bound = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Broken(`not within ${boundMs} ms: ${what}`)), boundMs);
  });
  try {
    return await Promise.race([promise, bound]);
  } finally {
    clearTimeout(timer);
  }
}
