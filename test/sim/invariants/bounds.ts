import { HOUR_MS } from '../plan/hour.ts';
import type { Scene } from '../run/scene.ts';
import { least, most } from './per-server.ts';

/** C2, C13, F2: the longest that one attempt can take, its waits before dialling included. */
export function attemptBoundMs(scene: Scene, server: string): number {
  const policies = scene.policiesOf(server);
  const deadlineMs = Math.max(
    most(policies, 'firstConnectTimeoutMs'),
    most(policies, 'connectTimeoutMs'),
  );
  return deadlineMs + gateBoundMs(scene, server) + predecessorBoundMs(scene, server);
}

/** F2: the server's own rate, and everybody else's turn before it. */
function gateBoundMs({ policiesOf, plan, fleetPolicy }: Scene, server: string): number {
  const rateMs = HOUR_MS / least(policiesOf(server), 'startsPerHour');
  // Servers with waiting callers go first, and each may come round more than once.
  const turnsMs = plan.fleet.length * 4 * fleetPolicy.startSlotMs;
  return rateMs + turnsMs;
}

function predecessorBoundMs({ policiesOf }: Scene, server: string): number {
  const policies = policiesOf(server);
  const keys = ['drainMs', 'stdinGraceMs', 'termGraceMs'] as const;
  return keys.reduce((sum, key) => sum + most(policies, key), 1_000);
}

/** L1: from any state under any circumstances to a session, once nothing goes wrong any more. */
export function revivalBoundMs(scene: Scene, server: string): number {
  const policies = scene.policiesOf(server);
  const restMs = Math.max(...[...policies].map(({ parkedProbeMs }) => parkedProbeMs || 0));
  // What is under way may still fail by its deadline; the one after that succeeds.
  return restMs + most(policies, 'maxDelayMs') + 2 * attemptBoundMs(scene, server);
}

/** L2: an open breaker closes by one probe, which comes with the next call. */
export function breakerBoundMs({ policiesOf }: Scene, server: string): number {
  const policies = policiesOf(server);
  return most(policies, 'cooldownMaxMs') + 2 * most(policies, 'probeTimeoutMs');
}
