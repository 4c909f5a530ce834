import type { Policy } from './policy.ts';

/** Why an attempt failed (E2). */
export interface Failure {
  readonly kind: 'transient' | 'permanent' | 'auth';
  readonly code: string;
  readonly message: string;
  /** A server's own hint, such as Retry-After (C5). */
  readonly retryAfterMs?: number;
}

/** How a session ended without having been asked to. */
export interface Loss {
  readonly kind: 'lost' | 'sessionExpired' | 'auth';
  readonly code: string;
  readonly message: string;
}

/**
 * Who asks for an attempt (C9): a person, a waiting call, a login or a configuration that changed, or
 * a machine that woke up. Default `user`.
 */
export type RetryReason = 'user' | 'call' | 'login' | 'config' | 'wake';

/** Facts a link reports; late ones of a stopped link never arrive. */
export type LinkEvent =
  | { readonly type: 'link.queued' }
  | { readonly type: 'link.granted' }
  | { readonly type: 'link.opened'; readonly tools?: number }
  | { readonly type: 'link.failed'; readonly failure: Failure }
  | { readonly type: 'link.lost'; readonly loss: Loss }
  | { readonly type: 'link.proven' }
  | { readonly type: 'link.closed'; readonly killed?: number; readonly left?: number };

/** What the caller side tells about calls (B2, B4, B7). */
export type CallEvent =
  | { readonly type: 'call.succeeded'; readonly probe?: boolean; readonly generation?: number }
  | {
      readonly type: 'call.failed';
      readonly failure: { readonly kind: 'transport' | 'protocol' | 'timeout' | 'overload' };
      readonly probe?: boolean;
      /** Nothing else arrived on the link during the call. */
      readonly linkIdle?: boolean;
      /** The caller side's rate window is over its share. */
      readonly rateTripped?: boolean;
      readonly generation?: number;
    }
  | { readonly type: 'call.probe'; readonly timeoutMs?: number }
  | { readonly type: 'call.probeCancelled' };

export type RetryEvent = {
  readonly type: 'retry';
  readonly reason?: RetryReason;
  readonly policy?: Partial<Policy>;
};

/** What a host asks for. */
export type HostEvent =
  | RetryEvent
  | { readonly type: 'shutdown'; readonly force?: boolean }
  | { readonly type: 'configure'; readonly policy: Partial<Policy> }
  | { readonly type: 'drained' };

/** Everything that may be sent to a server's actor. */
export type ServerEvent = LinkEvent | CallEvent | HostEvent;

/** What XState reports of a link that throws or ends without a fact (C15). */
export type CrashEvent =
  | { readonly type: 'xstate.error.actor.link'; readonly error: unknown }
  | { readonly type: 'xstate.done.actor.link'; readonly output: unknown };

/** Everything the chart reacts to. */
export type ChartEvent = ServerEvent | CrashEvent;

/** What the machine asks of its link. */
export type LinkCommand =
  { readonly type: 'close'; readonly force?: boolean } | { readonly type: 'check' };

/**
 * Where a server stands: never ready yet, with a session, getting it back, given up for now, ended. A
 * running attempt does not change the name.
 */
export type ConnectionState = 'connecting' | 'ready' | 'reconnecting' | 'parked' | 'shutdown';
/** Whether calls are let through (B1 to B5); `retired` once the server is shut down. */
export type BreakerState = 'closed' | 'open' | 'halfOpen' | 'retired';
/**
 * Why a server was given up for now: its first connect (C3), its reconnect budget (C6), its flaps
 * (C6a), a failure that trying again cannot mend, a login (C4), or a fault of its own actor (C15).
 */
export type ParkReason = 'startup' | 'budget' | 'flapping' | 'permanent' | 'auth' | 'internal';

/** The error a server was last seen with, in JSON. */
export interface LastError {
  readonly code: string;
  readonly message: string;
  readonly kind: Failure['kind'] | Loss['kind'] | 'internal';
}

/** What the machine tells the world (`actor.on`); each carries the server's name. */
export type ServerEmission = { readonly server: string } & (
  | {
      readonly type: 'server.state';
      readonly state: ConnectionState;
      readonly generation: number;
    }
  | { readonly type: 'server.attempting'; readonly cause: AttemptCause }
  | { readonly type: 'server.failed'; readonly error: LastError; readonly charged: boolean }
  | { readonly type: 'server.lost'; readonly error: LastError; readonly charged: boolean }
  | { readonly type: 'server.waiting'; readonly waitMs: number; readonly retries: number }
  | {
      readonly type: 'server.parked';
      readonly reason: ParkReason;
      readonly error?: LastError;
      /** Time to the next probe; absent if the server never probes itself. */
      readonly waitMs?: number;
    }
  | { readonly type: 'server.revived'; readonly generation: number }
  | { readonly type: 'server.stable' }
  | { readonly type: 'server.proven' }
  /** The caller side answers with `drained` once nothing is in flight. */
  | { readonly type: 'server.draining' }
  | { readonly type: 'breaker.opened'; readonly cooldownMs: number }
  | { readonly type: 'breaker.halfOpened' }
  | { readonly type: 'breaker.closed' }
  | { readonly type: 'policy.refused'; readonly message: string }
);

/** What set an attempt off; decides whether its failure is charged (C5a, C8, C9). */
export type AttemptCause = 'ladder' | 'loss' | 'eager' | 'probe' | 'call' | RetryCause;
export type RetryCause = 'user' | 'login' | 'config' | 'wake';
