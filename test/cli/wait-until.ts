const BOUND_MS = 20_000;

/** Resolves when a fact holds; looks often, and gives up with `describe` after a while. */
export async function waitUntil(holds: () => boolean, describe: () => string): Promise<void> {
  const end = performance.now() + BOUND_MS;
  while (!holds()) {
    if (performance.now() > end) throw new Error(describe());
    await new Promise((next) => setTimeout(next, 20));
  }
}
