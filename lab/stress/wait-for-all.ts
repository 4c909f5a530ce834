import type { Supervisor } from '../../src/index.ts';

/** Waits until all are ready, at most as long as the bound; tells how many are. */
export async function waitForAll(
  supervisor: Supervisor,
  servers: readonly string[],
  boundMs: number,
): Promise<number> {
  const deadline = performance.now() + boundMs;
  const countReady = () =>
    servers.filter((name) => supervisor.status(name).state === 'ready').length;
  while (countReady() < servers.length && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return countReady();
}
