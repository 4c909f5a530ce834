import type { ServerStatus, TimelineEntry } from '../../health/status.ts';
import type { ServerActivity } from '../../server/server-activity.ts';

/** What whoever watches one server is told at one moment. */
export interface ServerSight {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly status: ServerStatus;
  readonly activity: Omit<ServerActivity, 'latency'>;
  /** What happened since the sight before, oldest first; in the first one, all that is known. */
  readonly entries: readonly TimelineEntry[];
  /** Entries that are missing before these, because the watcher was too slow to be told of them. */
  readonly missed?: number;
}

/** Why there is nothing more to see: the `up` ends, or the server was taken out of the fleet. */
export type SightEnd = 'stopped' | 'removed';
