import type { ServerInput } from '../../machines/context.ts';
import type { ChartEvent } from '../../machines/events.ts';
import { defaultPolicy, mergePolicy } from '../../machines/policy.ts';
import type { PublicState } from '../../machines/public-state.ts';
import { hearBreaker } from './reference/breaker.ts';
import { attempt, hearConnection, park } from './reference/connection.ts';
import { createServer, publicStateOf, type Server, type TimerName } from './reference/server.ts';

/**
 * The contract of one server told a second time, without XState, links or a clock: what a machine
 * must show, and ask of its links, after each event. Written from the text alone.
 */
export interface Reference {
  /** Asked of the links so far: `start 1`, `check 1`, `close 1`, `close 1 force`, `stop 1`. */
  readonly links: readonly string[];
  /** Every pending timer, and when it is due. */
  readonly pending: ReadonlyMap<TimerName, number>;
  state(): PublicState;
  send(event: ChartEvent): void;
  /** Lets a pending timer fire, also before its time, and before those that are due earlier. */
  fire(timer: TimerName): void;
  /** Goes on to the next timer due by `untilMs`, and lets it fire; to `untilMs` if none is: false. */
  fireNext(untilMs: number): boolean;
}

/** What a reference is started with, as a server's machine is with its input. */
export interface ReferenceOptions extends Omit<ServerInput, 'server'> {
  /** Chance from 0 to 1. It is told the time, so that the order of draws need not be known. */
  readonly random: (nowMs: number) => number;
}

/** A server that was just started, at time 0. @throws PolicyError for a policy that cannot be used. */
export function createReference(options: ReferenceOptions): Reference {
  const { policy, random, generation, parked } = options;
  const server = createServer(mergePolicy(defaultPolicy, policy), random, generation);
  if (parked) server.trouble.lastError = { ...parked, kind: 'internal' }; // C15
  if (parked) park(server, 'internal');
  else attempt(server, 'ladder'); // C1
  return referenceOf(server);
}

/** What can be done with a model of a server, at whatever point of its life. */
export function referenceOf(server: Server): Reference {
  const { asked, due } = server;
  const state = () => publicStateOf(server);
  const send = (event: ChartEvent | { readonly type: TimerName }) => {
    // Section 2: both regions hear everything.
    hearBreaker(server, event);
    hearConnection(server, event);
  };
  const fire = (timer: TimerName) => {
    if (due.delete(timer)) send({ type: timer });
  };
  const fireNext = (untilMs: number) => {
    const [next] = [...due].sort(([, one], [, other]) => one - other);
    const isDue = next !== undefined && next[1] <= untilMs;
    server.nowMs = isDue ? next[1] : Math.max(server.nowMs, untilMs);
    if (isDue) fire(next[0]);
    return isDue;
  };
  return { links: asked, pending: due, state, send, fire, fireNext };
}
