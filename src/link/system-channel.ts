import type { OpenChannel } from './open-channel.ts';
import type { Transports } from './transports.ts';

/** The channels of one owner's servers, over stdio and HTTP. */
export interface SystemChannels {
  readonly open: OpenChannel;
  /** Lets go of guard and logins, once every channel has ended (L5, S4). */
  close(): Promise<void>;
}

/**
 * The transports are read with the first attempt: they are more than half of all the code, and
 * whoever only imports holdfast should not have to wait for them.
 */
export function openSystemChannels(): SystemChannels {
  let transports: Promise<Transports> | undefined;
  return {
    open: async (request) => {
      transports ??= import('./transports.ts').then(({ openTransports }) => openTransports());
      return (await transports).open(request);
    },
    close: async () => (await transports)?.close(),
  };
}
