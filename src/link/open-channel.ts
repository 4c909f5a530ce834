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
}

/** Makes the channel of one attempt; `start()` on it does the work. */
export type OpenChannel = (request: ChannelRequest) => Channel;
