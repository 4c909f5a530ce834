import type { RetryReason } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';
import type { PublicState } from '../../machines/public-state.ts';
import type { SupervisedServer } from './supervised-server.ts';

/** How the attempt ended that a retry started or joined (C9). */
export type AttemptEnd = 'revived' | 'failed' | 'shutDown' | 'nothing';

/** Sends a retry and follows the attempt it starts or joins to its end (C9, R13). */
export function followRetry(
  server: SupervisedServer,
  reason: RetryReason,
  policy?: Policy,
): Promise<AttemptEnd> {
  const { connection, generation } = server.state();
  if (connection === 'shutdown') return Promise.resolve('shutDown');
  const failedBefore = server.observations.failures;
  server.retry(reason, policy);
  const look = () => {
    const state = server.state();
    if (state.generation > generation) return 'revived';
    if (state.connection === 'shutdown') return 'shutDown';
    if (server.observations.failures > failedBefore) return 'failed';
    return isUnderWay(state) ? undefined : 'nothing';
  };
  const first = look();
  if (first !== undefined) return Promise.resolve(first);
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
