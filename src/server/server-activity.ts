import type { OngoingCall } from '../call/ongoing-call.ts';
import type { LatencyPart } from '../call/reports/latency-history.ts';

/** What a server does at one moment, beside its status (H1). Times are epoch milliseconds. */
export interface ServerActivity {
  readonly server: string;
  /** The chart's active states by path, outer ones first; see `activeStates` of `holdfast/machines`. */
  readonly activeStates: readonly string[];
  /** Charged failures since the last session (C3, C6). */
  readonly retries: Budget;
  /** Sessions in a row that were lost before they proved anything (C6a). */
  readonly flaps: Budget;
  /** How long the present wait lasts as a whole; its end is the status' `nextAttemptAt`. */
  readonly waitMs?: number;
  /** How long an open breaker stays open as a whole (B3). */
  readonly cooldownMs?: number;
  /** What has not settled, running calls first; at most a hundred. */
  readonly calls: readonly OngoingCall[];
  /** Answered calls of the last five minutes, in parts of five seconds. */
  readonly latency: readonly LatencyPart[];
}

/** How much of what is allowed has been used. One more than is allowed parks the server. */
export interface Budget {
  readonly used: number;
  readonly allowed: number;
}
