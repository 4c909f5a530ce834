import type { Policy } from '../../machines/policy.ts';
import type { Clock } from '../clock.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import type { Channel } from './channel.ts';

/** What an attempt needs to open its channel. */
export interface ChannelRequest {
  readonly server: string;
  readonly entry: ServerEntry;
  readonly policy: Policy;
  readonly clock: Clock;
  /** Whether this configuration has ever been ready. Until then, a fallback may be tried (L7). */
  readonly openedBefore: boolean;
}

/** Makes the channel of one attempt, which dials nothing yet; `start()` on it does the work. */
export type OpenChannel = (request: ChannelRequest) => Channel | Promise<Channel>;
