/** A client that has not settled by then hangs, as far as a caller is concerned. */
export const HANG_MS = 8_000;

/**
 * Does something that may fail or hang.
 *
 * @param {() => Promise<unknown>} work
 * @returns {Promise<{ kind: 'answered' | 'failed' | 'hung', value?: unknown, error?: unknown, tookMs: number }>}
 */
export async function attempt(work, limitMs = HANG_MS) {
  const startedAt = performance.now();
  let timer;
  const hung = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs, { kind: 'hung' });
  });
  const outcome = await Promise.race([settle(work), hung]);
  clearTimeout(timer);
  return { ...outcome, tookMs: performance.now() - startedAt };
}

/** Whether an error tells its reader that the tool may have been run, and not only that it failed. */
export function saysMayHaveRun(error) {
  const text = `${error?.code} ${error?.message} ${error?.advice}`;
  return /outcome.?(is.)?unknown|may (already )?have (been )?(run|executed)/i.test(text);
}

async function settle(work) {
  try {
    return { kind: 'answered', value: await work() };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
