import type { OngoingCall } from '../call/ongoing-call.ts';
import type { LatencyPart } from '../call/reports/latency-history.ts';
import type { Moment } from './describe-server.ts';
import type { SupervisedServer } from './supervised-server.ts';

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

/** @param server undefined for one that is disabled. */
export function describeActivity(
  name: string,
  server: SupervisedServer | undefined,
  { now, wall }: Moment,
): ServerActivity {
  const none = { used: 0, allowed: 0 };
  if (server === undefined)
    return { server: name, activeStates: [], retries: none, flaps: none, calls: [], latency: [] };
  const { retries, flaps, waitMs, cooldownMs, breaker } = server.state();
  const { flapBudget } = server.policy();
  const onWall = (at: number) => Math.round(wall + at - now);
  return {
    server: name,
    activeStates: server.activeStates(),
    retries: { used: retries, allowed: retriesAllowed(server) },
    flaps: { used: flaps, allowed: flapBudget },
    ...(waitMs !== undefined && { waitMs }),
    ...(breaker === 'open' && cooldownMs !== undefined && { cooldownMs }),
    calls: server.calls
      .ongoing()
      .map((call) => ({ ...call, submittedAt: onWall(call.submittedAt) })),
    latency: server.calls.latencyHistory().map((part) => ({ ...part, at: onWall(part.at) })),
  };
}

/** C3, C6: a server that was never ready has a budget of its own. */
function retriesAllowed(server: SupervisedServer): number {
  const { initialRetries, reconnectRetries } = server.policy();
  return server.state().generation === 0 ? initialRetries : reconnectRetries;
}
