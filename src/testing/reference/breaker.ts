import { arm, type Heard, type Server } from './server.ts';

/** The breaker rules. What is not named here does nothing to it. */
export function hearBreaker(server: Server, event: Heard): void {
  const { place, breaker, policy, due, counts } = server;
  if (event.type === 'cooldown') breaker.state = 'halfOpen'; // B4
  if (event.type === 'slot') failProbe(server); // B4: a slot that expires is a failed probe.
  if (event.type === 'call.probeCancelled') due.delete('slot'); // B4
  // B4: one slot; B6: and none without a session.
  const isFree = breaker.state === 'halfOpen' && !due.has('slot') && place === 'ready';
  if (event.type === 'call.probe' && isFree) {
    const { timeoutMs = NaN } = event;
    const heldMs = timeoutMs >= 0 ? timeoutMs : policy.probeTimeoutMs;
    arm(server, 'slot', Math.min(heldMs, 2 ** 31 - 1)); // E3: the longest that a timer can run.
  }
  if (event.type !== 'call.succeeded' && event.type !== 'call.failed') return;
  // B6: only its own call moves a taken slot; B3: while open, results of calls change nothing.
  const isProbe = due.has('slot') && event.probe === true;
  if (breaker.state !== 'closed' && !isProbe) return;
  if ((event.generation ?? counts.generation) !== counts.generation) return; // B7
  if (event.type === 'call.succeeded') {
    server.cooldownMs = policy.cooldownMs; // B3
    return setBreaker(server, 'closed');
  }
  if (isProbe) return failProbe(server); // B2: every kind fails a probe.
  const isIdle = event.linkIdle === true;
  const counting = { transport: true, protocol: true, timeout: isIdle, overload: false }; // B2
  const isCounted = counting[event.failure.kind];
  if (isCounted) breaker.failures += 1;
  const isTooMany = isCounted && breaker.failures >= policy.failureThreshold;
  if (isTooMany || event.rateTripped === true) setBreaker(server, 'open'); // B1
}

function failProbe(server: Server): void {
  server.cooldownMs = Math.min(server.cooldownMs * 2, server.policy.cooldownMaxMs); // B3
  setBreaker(server, 'open');
}

/** Nothing is counted and no slot taken: closed anew (B5), open for its cooldown, or done with. */
export function setBreaker(server: Server, state: 'closed' | 'open' | 'retired'): void {
  server.breaker = { state, failures: 0 };
  server.due.delete('slot');
  server.due.delete('cooldown');
  if (state === 'open') arm(server, 'cooldown', server.cooldownMs); // B3
}
