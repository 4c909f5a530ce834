import { isStdio } from '../config/server-entry.ts';
import type { Channel } from './channel.ts';
import type { ChannelRequest } from './open-channel.ts';
import type { RemoteTransports } from './remote-transports.ts';
import { shareGuard } from './stdio/shared-guard.ts';
import { createStdioChannel } from './stdio/stdio-channel.ts';

/** The transports of one owner's servers (L1). */
export interface Transports {
  /** The channel of one attempt; `start()` on it does the work. */
  open(request: ChannelRequest): Promise<Channel>;
  /** Lets go of guard and logins, once every channel has ended (L5, S4). */
  close(): Promise<void>;
}

/** One guard for all that this owner starts: a lone flapping server must not restart it (L5). */
export function openTransports(): Transports {
  const guard = shareGuard();
  let remote: Promise<RemoteTransports> | undefined;
  return {
    open: async (request) => {
      const { entry, policy, clock } = request;
      if (isStdio(entry)) return createStdioChannel({ ...entry, policy, clock, guard });
      // Who has only processes need not wait for an HTTP client to be read.
      remote ??= import('./remote-transports.ts').then(({ openRemoteTransports }) =>
        openRemoteTransports(),
      );
      return (await remote).open(request, entry);
    },
    close: async () => {
      await Promise.all([guard.close(), remote?.then((opened) => opened.close())]);
    },
  };
}
