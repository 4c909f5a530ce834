import type {
  BreakerState,
  ConnectionState,
  LastError,
  ParkReason,
} from '../../machines/events.ts';

/** Everything that is known of one server at one moment (H1). Times are epoch milliseconds. */
export interface ServerStatus {
  readonly server: string;
  /** `disabled` servers are listed and never started (E4). */
  readonly state: ConnectionState | 'disabled';
  readonly breaker: BreakerState;
  /** When the state was entered. */
  readonly since: number;
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly required: boolean;
  readonly generation: number;
  /** An attempt is running; `queued` while it waits for the start gate or a predecessor's end. */
  readonly attempt: 'none' | 'queued' | 'running';
  /** Attempts since the last session, or since the start. */
  readonly attempts: number;
  /** Failures left until the server parks. */
  readonly retriesLeft: number;
  /** End of the present wait: the next attempt, or a parked server's next probe. */
  readonly nextAttemptAt?: number;
  readonly parkReason?: ParkReason;
  /** The last error, also one that a later session has overcome; `at` tells when. */
  readonly lastError?: LastError & { readonly at: number };
  readonly lastSuccessAt?: number;
  /** When the breaker lets a probe through. */
  readonly breakerHalfOpensAt?: number;
  readonly inFlight: number;
  readonly queued: number;
  readonly tools: number;
  readonly prompts: number;
  readonly resources: number;
  readonly pid?: number;
  /** Origin of the URL; never its path or query. */
  readonly origin?: string;
  readonly p50Ms?: number;
  readonly p95Ms?: number;
  /** The last lines of stderr; of the process before, while an attempt has not said anything itself. */
  readonly stderrTail?: string;
}

/** H4. */
export type FleetHealth = 'ready' | 'degraded' | 'failed';

/** All servers, and what they come to (H1, H4). */
export interface FleetStatus {
  readonly health: FleetHealth;
  readonly servers: readonly ServerStatus[];
}

/** H2: why a server is as it is, for a person or a model. */
export interface Explanation {
  readonly server: string;
  readonly state: ServerStatus['state'];
  /** What is wrong, in one sentence; says so if nothing is. */
  readonly problem: string;
  /** What was tried so far. */
  readonly tried: string;
  /** What happens next, and when. */
  readonly next: string;
  /** What a call would get right now. */
  readonly callNow: string;
  /** What a person can do. */
  readonly advice: string;
  /** All of the above as plain text, with the last lines of the timeline. */
  readonly text: string;
}

/** H3: one entry of a server's history. */
export interface TimelineEntry {
  /** Counts up over the whole life of the supervisor and is never used twice. */
  readonly id: number;
  readonly at: number;
  readonly event: string;
  readonly detail: string;
}
