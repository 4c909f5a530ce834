import type { AttemptCause, LastError, ParkReason } from '../../../machines/events.ts';
import type { Policy } from '../../../machines/policy.ts';
import type { PublicState } from '../../../machines/public-state.ts';
import { Breaker } from './breaker.ts';
import { Timers } from './timers.ts';

/** Everything the reference model knows of its server; the rules in the other files change it. */
export interface Memory {
  policy: Policy;
  readonly random: (nowMs: number) => number;
  readonly timers: Timers;
  readonly breaker: Breaker;
  /** What was asked of the links so far, such as `start 1` and `close 1 force`. */
  readonly asked: string[];
  links: number;
  hasLink: boolean;
  place: Place;
  /** What the server is called while it has no session. */
  without: 'connecting' | 'reconnecting' | 'parked';
  cause: AttemptCause;
  wait: Wait | undefined;
  retries: number;
  step: number;
  flaps: number;
  generation: number;
  eagerDials: number;
  isProven: boolean;
  isStable: boolean;
  isFreeAttemptSpent: boolean;
  wasConfigurationOpened: boolean;
  parkReason: ParkReason | undefined;
  lastError: LastError | undefined;
}

/** Where a server stands inside of the five public states. */
export type Place =
  | 'queued'
  | 'dialling'
  | 'backingOff'
  | 'waiting'
  | 'serving'
  | 'rebuilding'
  | 'draining'
  | 'closing'
  | 'closed';

/** A delay, and whether it came from a server's hint. */
export interface Wait {
  readonly ms: number;
  readonly isHinted: boolean;
}

export function createMemory(policy: Policy, random: Memory['random'], generation: number): Memory {
  const timers = new Timers();
  return {
    policy,
    random,
    timers,
    breaker: new Breaker(policy, timers),
    asked: [],
    links: 0,
    hasLink: false,
    place: 'dialling',
    without: 'connecting',
    cause: 'ladder',
    wait: undefined,
    retries: 0,
    step: 0,
    flaps: 0,
    generation,
    eagerDials: 0,
    isProven: false,
    isStable: false,
    isFreeAttemptSpent: false,
    wasConfigurationOpened: false,
    parkReason: undefined,
    lastError: undefined,
  };
}

/** What everybody may know of it (section 11). */
export function publicStateOf(server: Memory): PublicState {
  const { retries, step, flaps, generation, parkReason, lastError, wait, place } = server;
  const isDraining = place === 'rebuilding' || place === 'draining';
  return {
    connection: connectionOf(server),
    ...server.breaker.state(),
    attempting: isAttempting(server),
    ...(parkReason && { parkReason }),
    retries,
    step,
    flaps,
    generation,
    ...(wait && isResting(server) && { waitMs: wait.ms }),
    ...(lastError && { lastError }),
    ...(isDraining && { draining: true as const }),
  };
}

export function connectionOf(server: Memory): PublicState['connection'] {
  if (hasSession(server)) return 'ready';
  const isEnding = ['draining', 'closing', 'closed'].includes(server.place);
  return isEnding ? 'shutdown' : server.without;
}

export function hasSession({ place }: Memory): boolean {
  return place === 'serving' || place === 'rebuilding';
}

export function isAttempting({ place }: Memory): boolean {
  return place === 'queued' || place === 'dialling';
}

function isResting({ place }: Memory): boolean {
  return place === 'backingOff' || place === 'waiting';
}
