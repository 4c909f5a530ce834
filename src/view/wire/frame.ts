import type { Explanation, ServerStatus, TimelineEntry } from '../../health/status.ts';
import type { ServerActivity } from '../../server/server-activity.ts';

/**
 * What a page is told at one moment: only what has changed since the frame before. A running fleet
 * sends them, and a recording can be read as them.
 */
export interface ViewFrame {
  /** Epoch milliseconds on the clock of the fleet. */
  readonly at: number;
  /** Everything that was known of servers before is out of date. */
  readonly whole?: true;
  /** What was told of their past is, too: it is still to come. */
  readonly forgets?: true;
  /** What the fleet is called. */
  readonly title?: string;
  readonly servers?: readonly ListedServer[];
  /** Names of servers that were removed. */
  readonly gone?: readonly string[];
  /** In the order in which they happened; an entry that is known may come again. */
  readonly entries?: readonly FleetEntry[];
  /** Of the one server that the page looks at. */
  readonly detail?: ServerDetail;
}

/** A server in the list of all; what takes room is in the detail. */
export type ListedServer = Omit<ServerStatus, 'stderrTail'>;

/** H3: an entry of the timeline of one server of the fleet. */
export interface FleetEntry extends TimelineEntry {
  readonly server: string;
}

export interface ServerDetail extends ServerActivity {
  /** H2, in parts. */
  readonly explanation: Omit<Explanation, 'text'>;
  readonly stderrTail?: string;
  /** Another number means that the list of tools is to be read again. */
  readonly toolsVersion: number;
}
