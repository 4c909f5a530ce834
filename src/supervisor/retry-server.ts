import type { RetryReason } from '../../machines/events.ts';
import { followRetry } from '../server/retry-outcome.ts';
import { checkRetryReason } from './check-requests.ts';
import type { Fleet } from './fleet.ts';
import { isUnstarted, notReady } from './readiness.ts';
import type { RetryOutcome } from './supervisor.ts';

/**
 * Asks for an attempt now and tells what became of it (C9, R13).
 * @throws HoldfastError `SERVER_UNKNOWN`, `CONFIG_INVALID`
 */
export async function retryServer(
  fleet: Fleet,
  name: string,
  reason: RetryReason,
): Promise<RetryOutcome> {
  checkRetryReason(reason);
  const { server } = fleet.member(name);
  if (server === undefined) return { heard: false, outcome: 'nothing' };
  const heard = server.isRunning && server.state().connection !== 'shutdown';
  const outcome = await followRetry(server, reason);
  // K4: whoever asks before the start is told why nothing comes of it.
  if (outcome !== 'failed' && !isUnstarted(server)) return { heard, outcome };
  return { heard, outcome, error: notReady(server, fleet.clock.now()) };
}
