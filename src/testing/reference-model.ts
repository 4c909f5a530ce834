import type { ChartEvent, CrashEvent, LinkEvent } from '../../machines/events.ts';
import { defaultPolicy, mergePolicy, type Policy } from '../../machines/policy.ts';
import type { PublicSnapshot, PublicState } from '../../machines/public-state.ts';
import { attempt, dial, fail, open, queue } from './reference/attempts.ts';
import { createMemory, hasSession, isAttempting, publicStateOf } from './reference/memory.ts';
import type { Memory } from './reference/memory.ts';
import { park } from './reference/resting.ts';
import { resumeMemory } from './reference/resume.ts';
import { adopt, retry } from './reference/retries.ts';
import { lose, prove, stabilise } from './reference/sessions.ts';
import { close, end, shutDown } from './reference/shutdown.ts';
import type { TimerName } from './reference/timers.ts';

/**
 * The contract of one server told a second time, without XState, links or a clock: what a machine
 * must show, and ask of its links, after each event. Written from the text alone.
 */
export interface Reference {
  /** Asked of the links so far: `start 1`, `check 1`, `close 1`, `close 1 force`, `stop 1`. */
  readonly links: readonly string[];
  /** When the next timer is due, if one is pending. */
  readonly nextDueMs: number | undefined;
  /** Every pending timer, and when it is due. */
  readonly pending: ReadonlyMap<TimerName, number>;
  send(event: ChartEvent): void;
  /** Lets every timer that is due by `untilMs` fire, each at its own time. */
  advanceTo(untilMs: number): void;
  /** Goes on to the next timer due by `untilMs`, and lets it fire; to `untilMs` if none is: false. */
  fireNext(untilMs: number): boolean;
  /** Lets a pending timer fire before its time, and before those that are due earlier. */
  fireEarly(timer: TimerName): void;
  state(): PublicState;
}

/** What a reference is started with, as a server's machine is with its input. */
export interface ReferenceOptions {
  readonly policy?: Partial<Policy>;
  /** Chance from 0 to 1. It is told the time, so that the order of draws need not be known. */
  readonly random: (nowMs: number) => number;
  /** Sessions opened by a predecessor under the same name (C15). Default 0. */
  readonly generation?: number;
  /** Starts parked with reason `internal` (C1, C15). */
  readonly parked?: { readonly code: string; readonly message: string };
}

/** A server that was just started, at time 0. @throws PolicyError for a policy that cannot be used. */
export function createReference(options: ReferenceOptions): Reference {
  const { policy, random, generation = 0, parked } = options;
  const server = createMemory(mergePolicy(defaultPolicy, policy), random, generation);
  start(server, parked);
  return referenceOf(server);
}

/** The same in the middle of a life that it has not seen, at time 0; its timers may fire at any time. */
export function resumeReference(
  snapshot: PublicSnapshot,
  random: ReferenceOptions['random'],
): Reference {
  return referenceOf(resumeMemory(snapshot, random));
}

function referenceOf(server: Memory): Reference {
  const fireNext = (untilMs: number) => {
    const due = server.timers.take(untilMs);
    if (due !== undefined) fire(server, due);
    return due !== undefined;
  };
  return {
    links: server.asked,
    get nextDueMs() {
      return server.timers.nextDueMs;
    },
    pending: server.timers.pending,
    send: (event) => hear(server, event),
    advanceTo: (untilMs) => {
      while (fireNext(untilMs));
    },
    fireNext,
    fireEarly: (timer) => {
      if (!server.timers.isArmed(timer)) return;
      server.timers.disarm(timer);
      fire(server, timer);
    },
    state: () => publicStateOf(server),
  };
}

/** C1 */
function start(server: Memory, parked: ReferenceOptions['parked']): void {
  if (parked === undefined) return attempt(server, 'ladder');
  server.lastError = { ...parked, kind: 'internal' };
  park(server, 'internal');
}

function hear(server: Memory, event: ChartEvent): void {
  // S1: final.
  if (server.place === 'closed') return;
  switch (event.type) {
    case 'retry':
      return retry(server, event);
    case 'configure':
      return adopt(server, event.policy);
    case 'shutdown':
      return shutDown(server, event.force === true);
    case 'drained':
      return drained(server);
    case 'call.probe':
      // B6: without a session the call asks for a reconnect, and takes no slot.
      if (server.breaker.isHalfOpen && !hasSession(server))
        return retry(server, { reason: 'call' });
      return server.breaker.takeSlot(event.timeoutMs);
    case 'call.probeCancelled':
      return server.breaker.freeSlot();
    case 'call.succeeded':
    case 'call.failed':
      // B7: a verdict of another session says nothing about this one.
      if ((event.generation ?? server.generation) === server.generation) server.breaker.hear(event);
      return;
    default:
      return hearLink(server, event);
  }
}

function hearLink(server: Memory, event: LinkEvent | CrashEvent): void {
  switch (event.type) {
    case 'link.queued':
      return queue(server);
    case 'link.granted':
      if (isAttempting(server)) dial(server);
      return;
    case 'link.opened':
      return open(server);
    case 'link.failed':
      return fail(server, event.failure);
    case 'link.lost':
      // S2: with the session its calls have ended, and nothing is left to drain.
      if (server.place === 'draining') return close(server, false);
      return lose(server, event.loss);
    case 'link.proven':
      return prove(server);
    case 'link.closed':
      if (server.place === 'closing') end(server);
      return;
    default:
      return crash(server);
  }
}

/** C15 */
function crash(server: Memory): void {
  const fault = { code: 'LINK_CRASHED', message: 'The link ended without a fact.' };
  server.hasLink = false;
  if (server.place === 'draining' || server.place === 'closing') return end(server);
  if (isAttempting(server)) fail(server, { kind: 'transient', ...fault });
  else lose(server, { kind: 'lost', ...fault });
}

function drained(server: Memory): void {
  if (server.place === 'rebuilding') attempt(server, 'user');
  else if (server.place === 'draining') close(server, false);
}

function fire(server: Memory, due: TimerName): void {
  switch (due) {
    case 'deadline':
      // C2: a timed-out attempt is a failure.
      return fail(server, { kind: 'transient', code: 'CONNECT_TIMEOUT', message: 'Too slow.' });
    case 'wait':
      return attempt(server, server.place === 'waiting' ? 'probe' : 'ladder');
    case 'stable':
      return stabilise(server);
    case 'drain':
      return drained(server);
    case 'close':
      return end(server);
    case 'cooldown':
      return server.breaker.halfOpen();
    case 'slot':
      return server.breaker.failProbe();
    case 'spacing':
      // C12: from now on a call may wake the server; that the timer is gone says so.
      return;
  }
}
