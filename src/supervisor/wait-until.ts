import type { Clock } from '../clock.ts';
import type { SupervisedServer } from '../server/supervised-server.ts';

/** Looks after each step of the machine; false if time was over first. Leaves nothing behind. */
export function waitUntil(
  server: SupervisedServer,
  isTrue: () => boolean,
  timeoutMs: number,
  clock: Clock,
): Promise<boolean> {
  if (isTrue()) return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (result: boolean) => {
      clock.clearTimeout(timer);
      unwatch();
      resolve(result);
    };
    const timer = clock.setTimeout(() => end(false), timeoutMs);
    const unwatch = server.watch(() => {
      if (isTrue()) end(true);
    });
  });
}
