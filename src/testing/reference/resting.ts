import type { ParkReason } from '../../../machines/events.ts';
import { stopLink } from './links.ts';
import type { Memory, Wait } from './memory.ts';

/** C3, C6: one failure more, and a longer delay the next time. */
export function charge(server: Memory, retryAfterMs?: number): void {
  const { initialRetries, reconnectRetries } = server.policy;
  const isFirst = server.without === 'connecting';
  const delayMs = shortened(server, ceilingMs(server, server.step), server.policy.jitter);
  server.retries += 1;
  // C5: the step stops where one more would not lengthen the delay.
  if (ceilingMs(server, server.step + 1) > ceilingMs(server, server.step)) server.step += 1;
  if (server.retries > (isFirst ? initialRetries : reconnectRetries))
    return park(server, isFirst ? 'startup' : 'budget');
  backOff(server, { ms: delayMs, isHinted: false }, retryAfterMs);
}

/** C5: a hint never shortens a delay, and lengthens it to `maxDelayMs` at most. */
export function backOff(server: Memory, wait: Wait, retryAfterMs = 0): void {
  const hintMs = Math.min(retryAfterMs, server.policy.maxDelayMs);
  const longer = hintMs > wait.ms ? { ms: hintMs, isHinted: true } : wait;
  rest(server, 'backingOff', longer);
}

export function park(server: Memory, reason: ParkReason): void {
  server.parkReason = reason;
  server.without = 'parked';
  restParked(server);
}

/** C8, C12: the next probe and the next wake by a call are both counted from here. */
export function restParked(server: Memory): void {
  const { parkedProbeMs, parkedJitter, wakeSpacingMs } = server.policy;
  const wait =
    parkedProbeMs === false
      ? undefined
      : { ms: shortened(server, parkedProbeMs, parkedJitter), isHinted: false };
  rest(server, 'waiting', wait);
  server.timers.arm('spacing', wakeSpacingMs);
}

function rest(server: Memory, place: 'backingOff' | 'waiting', wait: Wait | undefined): void {
  stopLink(server);
  server.timers.disarmRecovery();
  server.place = place;
  server.wait = wait;
  if (wait) server.timers.arm('wait', wait.ms);
}

/** C5, R11 */
function ceilingMs({ policy }: Memory, step: number): number {
  return Math.min(policy.baseDelayMs * policy.factor ** step, policy.maxDelayMs);
}

function shortened({ random, timers }: Memory, delayMs: number, jitter: number): number {
  return Math.round(delayMs * (1 - jitter * random(timers.nowMs)));
}
