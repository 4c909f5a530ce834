import type { Failure, Loss, ParkReason, RetryEvent } from '../../../machines/events.ts';
import { mergePolicy, type Policy } from '../../../machines/policy.ts';
import { setBreaker } from './breaker.ts';
import { arm, ask, enter, type Heard, type Server } from './server.ts';

const tooSlow = { kind: 'transient', code: 'CONNECT_TIMEOUT', message: 'Too slow.' } as const;
const crash = { code: 'LINK_CRASHED', message: 'The link ended without a fact.' };
const hopeless: readonly unknown[] = ['permanent', 'auth'];

/** The connection rules: what is heard in each place. What is not named here does nothing there. */
export function hearConnection(server: Server, event: Heard): void {
  const { place, due, counts, was, trouble, breaker } = server;
  const { type } = event;
  const isCrash = type === 'xstate.error.actor.link' || type === 'xstate.done.actor.link';
  const isDrained = type === 'drain' || (type === 'drained' && due.has('drain'));
  if (place === 'ended') return; // S1
  if (isCrash) server.place = 'resting'; // C15: nothing is left of the link to stop.
  if (type === 'configure') return adopt(server, event.policy);
  if (type === 'shutdown') return shutDown(server, event.force);
  if (type === 'retry') return retry(server, event);
  if (type === 'call.probe' && breaker.state === 'halfOpen' && place !== 'ready')
    return retry(server, { reason: 'call' }); // B6
  if (place === 'attempting') {
    if (type === 'link.queued') due.delete('deadline'); // C2, F2
    if (type === 'link.granted') dial(server); // C2
    if (type === 'link.opened') open(server);
    if (type === 'link.failed') fail(server, event.failure);
    if (type === 'deadline') fail(server, tooSlow); // C2
    if (isCrash) fail(server, { kind: 'transient', ...crash }); // C15
  } else if (place === 'resting') {
    if (type === 'wait') attempt(server, trouble.parkReason ? 'probe' : 'ladder'); // C5, C8
  } else if (place === 'ready') {
    if (type === 'link.lost') lose(server, event.loss);
    if (isCrash) lose(server, { kind: 'lost', ...crash }); // C15
    if (type === 'link.proven') was.proven = true;
    if (type === 'stable') was.freeAttemptSpent = false; // C11
    if (type === 'stable') counts.step = 0; // C5
    if (type === 'stable' || type === 'link.proven') counts.flaps = 0; // C6a
    if (isDrained) attempt(server, 'user'); // C9
  } else {
    const isClosed = type === 'close' || (type === 'link.closed' && due.has('close')); // S1
    if (isClosed || isCrash) enter(server, 'ended');
    const isDead = type === 'link.lost' && event.loss.kind === 'lost'; // K8
    if (isDrained || (isDead && due.has('drain'))) close(server); // S2
  }
}

/** S1, S2: only a session has calls to drain, and only a link is closed. */
function shutDown(server: Server, isForced = false): void {
  const { place, due, policy } = server;
  setBreaker(server, 'retired');
  if (place === 'resting') enter(server, 'ended');
  else if (place === 'ready' && !isForced) enter(server, 'ending', { drain: policy.drainMs });
  else if (place !== 'ending' || (isForced && due.has('drain'))) close(server, isForced);
  else if (isForced) ask(server, 'close', true);
}

/** S1: bounded by the link's own ladder, and one second more. */
function close(server: Server, isForced = false): void {
  const { stdinGraceMs, termGraceMs, terminateMs } = server.policy;
  ask(server, 'close', isForced);
  enter(server, 'ending', { close: Math.max(stdinGraceMs + termGraceMs, terminateMs) + 1_000 });
}

function retry(server: Server, { reason = 'user', policy }: Omit<RetryEvent, 'type'>): void {
  const { place, due } = server;
  if (place === 'ending') return; // S1: nor is its policy heard.
  if (reason !== 'call' && reason !== 'wake') {
    adopt(server, policy);
    Object.assign(server.counts, { retries: 0, step: 0, flaps: 0 }); // C10
    server.eagerDials = 0; // C10
  }
  if (reason === 'config') server.was.configurationOpened = false; // C2
  // C9, one column of its table after the other.
  if (place === 'resting') {
    if (reason !== 'call' || mayDialForCall(server)) attempt(server, reason);
  } else if (place === 'ready') {
    if (reason === 'wake') ask(server, 'check');
    else if (reason !== 'call' && !due.has('drain')) arm(server, 'drain', server.policy.drainMs);
  } else {
    if (reason === 'login' || reason === 'config') attempt(server, reason);
    if (reason === 'user') server.cause = 'user';
    if (reason === 'wake' && due.has('deadline')) dial(server);
  }
}

function mayDialForCall(server: Server): boolean {
  const { wait, due, policy, trouble } = server;
  const { parkReason } = trouble;
  if (parkReason) return !due.has('spacing') && !hopeless.includes(parkReason); // C12
  if (wait.isHinted || server.eagerDials >= policy.eagerDials) return false; // C5a
  server.eagerDials += 1;
  return true;
}

/** E3: a bad policy is ignored whole; F4: a good one holds from the next timer on. */
function adopt(server: Server, patch: Partial<Policy> | undefined): void {
  const { policy, cooldownMs, place, due, trouble } = server;
  try {
    server.policy = mergePolicy(policy, patch);
  } catch {
    return;
  }
  const { cooldownMs: baseMs, cooldownMaxMs, parkedProbeMs } = server.policy;
  // B3: a doubled cooldown stays, within the new limits.
  const keptMs = cooldownMs === policy.cooldownMs ? baseMs : Math.max(cooldownMs, baseMs);
  server.cooldownMs = Math.min(keptMs, cooldownMaxMs);
  // C8, C14: a parked server that gets its timer back begins its wait anew.
  if (place === 'resting' && trouble.parkReason && !due.has('wait') && parkedProbeMs !== false)
    park(server, trouble.parkReason);
}

/** C2: one attempt at a time; whatever ran before is over. */
export function attempt(server: Server, cause: Server['cause']): void {
  enter(server, 'attempting');
  server.cause = cause;
  server.links += 1;
  ask(server, 'start');
  dial(server);
}

/** C2: the deadline runs from the start of dialling, and is longer for a new configuration. */
function dial(server: Server): void {
  const { connectTimeoutMs, firstConnectTimeoutMs } = server.policy;
  arm(
    server,
    'deadline',
    server.was.configurationOpened ? connectTimeoutMs : firstConnectTimeoutMs,
  );
}

function open(server: Server): void {
  server.counts.retries = server.eagerDials = 0; // R6, C5a; `step` stays (C5).
  server.counts.generation += 1;
  server.trouble = {}; // C7, R10
  server.was = { ...server.was, ready: true, configurationOpened: true, proven: false };
  enter(server, 'ready', { stable: server.policy.stableAfterMs });
  setBreaker(server, 'closed'); // B5
}

function fail(server: Server, { retryAfterMs, ...error }: Failure): void {
  const { cause, wait, counts, trouble } = server;
  const { parkReason } = trouble;
  trouble.lastError = error;
  if (error.kind !== 'transient') return park(server, error.kind); // C4
  // C7: a transient failure of an attempt that was asked for shows that there is hope.
  const isAsked = cause === 'user' || cause === 'login' || cause === 'config';
  const hope = counts.generation === 0 ? 'startup' : 'budget';
  const isHopeful = isAsked && hopeless.includes(parkReason);
  if (parkReason) return park(server, isHopeful ? hope : parkReason); // C8: no ladder.
  // C5a, C9: an uncharged one waits again what was drawn before it.
  if (cause === 'call' || cause === 'wake') backOff(server, wait, retryAfterMs);
  else charge(server, retryAfterMs);
}

function lose(server: Server, loss: Loss): void {
  const { counts, policy, due, was } = server;
  const { proven, freeAttemptSpent } = was;
  const isStable = !due.has('stable');
  const isFlap = !proven && !isStable;
  server.trouble.lastError = loss;
  if (due.has('drain')) return attempt(server, 'loss'); // C9
  if (isFlap) counts.flaps = Math.min(counts.flaps + 1, policy.flapBudget + 1); // C6a
  if (loss.kind === 'auth' && (!proven || freeAttemptSpent)) return park(server, 'auth'); // C16
  if (isFlap && counts.flaps > policy.flapBudget) return park(server, 'flapping'); // C6a
  // C6: a stable session's loss is free in any case; C11, C16: both others share one.
  if (!isStable && (loss.kind === 'lost' || freeAttemptSpent)) return charge(server);
  was.freeAttemptSpent ||= !isStable;
  attempt(server, 'loss');
}

/** C7, C8, C12: the next probe and the next wake by a call are counted from here. */
export function park(server: Server, reason: ParkReason): void {
  const { parkedProbeMs, parkedJitter, wakeSpacingMs: spacing } = server.policy;
  server.trouble.parkReason = reason;
  if (parkedProbeMs === false) return enter(server, 'resting', { spacing });
  const ms = Math.round(parkedProbeMs * (1 - parkedJitter * server.random(server.nowMs)));
  server.wait = { ms, isHinted: false };
  enter(server, 'resting', { wait: ms, spacing });
}

/** C3, C6: one failure more, and a longer delay the next time (C5). */
function charge(server: Server, retryAfterMs?: number): void {
  const { counts, policy, was } = server;
  const { baseDelayMs, factor, maxDelayMs } = policy;
  const delayMs = (step: number) => Math.min(baseDelayMs * factor ** step, maxDelayMs);
  const ms = Math.round(delayMs(counts.step) * (1 - policy.jitter * server.random(server.nowMs)));
  if (delayMs(counts.step + 1) > delayMs(counts.step)) counts.step += 1;
  counts.retries += 1;
  const budget = was.ready ? policy.reconnectRetries : policy.initialRetries;
  if (counts.retries > budget) park(server, was.ready ? 'budget' : 'startup');
  else backOff(server, { ms, isHinted: false }, retryAfterMs);
}

/** C5: a hint never shortens a delay, and lengthens it to `maxDelayMs` at most. */
function backOff(server: Server, wait: Server['wait'], retryAfterMs = 0): void {
  const hintMs = Math.min(retryAfterMs, server.policy.maxDelayMs);
  server.wait = hintMs > wait.ms ? { ms: hintMs, isHinted: true } : wait;
  enter(server, 'resting', { wait: server.wait.ms });
}
