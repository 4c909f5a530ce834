/** @param {number} durationMs */
export function pause(durationMs) {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}

/** Waits for a fact that nobody tells; throws if it is not one within `limitMs`. */
export async function until(isFact, limitMs = 10_000) {
  const startedAt = performance.now();
  while (!isFact()) {
    if (performance.now() - startedAt > limitMs) throw new Error(`waited ${limitMs} ms in vain`);
    await pause(10);
  }
}
