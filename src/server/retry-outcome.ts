import type { RetryReason } from '../../machines/events.ts';
import type { PublicState } from '../../machines/public-state.ts';
import type { SupervisedServer } from './supervised-server.ts';

/** How the attempt ended that a retry started or joined (C9). */
export type AttemptEnd = 'revived' | 'failed' | 'shutDown' | 'nothing';

/** Sends a retry and follows the attempt it starts or joins to its end (C9, R13). */
export async function followRetry(
  server: SupervisedServer,
  reason: RetryReason,
): Promise<AttemptEnd> {
  const { connection, generation } = server.state();
  if (connection === 'shutdown') return 'shutDown';
  if (!server.isRunning) return 'nothing';
  const failedBefore = server.observations.failures;
  server.retry(reason);
  // Asked from within a listener, the machine hears of it only after the step it is in.
  await Promise.resolve();
  const look = (): AttemptEnd | undefined => {
    const state = server.state();
    if (state.generation > generation) return 'revived';
    if (state.connection === 'shutdown') return 'shutDown';
    if (server.observations.failures > failedBefore) return 'failed';
    return isUnderWay(state) ? undefined : 'nothing';
  };
  return look() ?? untilKnown(server, look);
}

function untilKnown(
  server: SupervisedServer,
  look: () => AttemptEnd | undefined,
): Promise<AttemptEnd> {
  return new Promise((resolve) => {
    const unwatch = server.watch(() => {
      const end = look();
      if (end === undefined) return;
      unwatch();
      resolve(end);
    });
  });
}

/** A rebuild first waits for running calls; its attempt is still to come. */
function isUnderWay({ attempting, draining, connection }: PublicState): boolean {
  return attempting || (connection === 'ready' && draining === true);
}
