import { closeLink, stopLink } from './links.ts';
import { hasSession, type Memory } from './memory.ts';

/** S1, S2: final from every state; only a session has calls to drain. */
export function shutDown(server: Memory, isForced: boolean): void {
  if (server.place === 'closing') {
    if (isForced) closeLink(server, true);
    return;
  }
  if (server.place === 'draining') {
    if (isForced) close(server, true);
    return;
  }
  const mayDrain = hasSession(server) && !isForced;
  server.timers.disarmRecovery();
  server.breaker.retire();
  if (!server.hasLink) return end(server);
  if (!mayDrain) return close(server, isForced);
  server.place = 'draining';
  server.timers.arm('drain', server.policy.drainMs);
}

/** S1: the link's own ladder bounds its end, and one second more. */
export function close(server: Memory, isForced: boolean): void {
  const { stdinGraceMs, termGraceMs, terminateMs } = server.policy;
  server.place = 'closing';
  closeLink(server, isForced);
  server.timers.disarmRecovery();
  server.timers.arm('close', Math.max(stdinGraceMs + termGraceMs, terminateMs) + 1_000);
}

/** S4: nothing is left. */
export function end(server: Memory): void {
  stopLink(server);
  server.timers.disarmRecovery();
  server.place = 'closed';
}
