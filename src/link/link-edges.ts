import type { LinkEvent } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';
import type { Clock } from '../clock.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import type { ChannelEnds } from './channel-ends.ts';
import type { HostClient } from './host/host-client.ts';
import type { LinkSession } from './link-session.ts';
import type { ListKind } from './list-kinds.ts';
import type { OpenChannel } from './open-channel.ts';
import type { Lists } from './read-lists.ts';
import type { StartGate } from './start-gate.ts';

/** What a link needs of the world, and whom it tells. */
export interface LinkEdges {
  readonly entry: () => ServerEntry;
  readonly policy: () => Policy;
  readonly clock: Clock;
  readonly random: () => number;
  readonly openChannel: OpenChannel;
  readonly gate: StartGate;
  readonly ends: ChannelEnds;
  readonly client: HostClient;
  /** How long an attempt may hold its place at the gate (F2). */
  readonly startSlotMs: number;
  /** To the machine. */
  readonly report: (fact: LinkEvent) => void;
  /** T6: tells a new session, before it is opened, what its predecessor knew. Never rejects. */
  readonly renew: (session: LinkSession) => Promise<void>;
  /** The lists of a new session, before `link.opened`; tells how many tools can be used (T2). */
  readonly listed: (session: LinkSession, lists: Lists) => number;
  /** The server says that a list of it has changed (T4). */
  readonly listChanged: (session: LinkSession, kind: ListKind) => void;
  readonly resourceUpdated: (uri: string) => void;
  readonly notice: (notice: string) => void;
}
