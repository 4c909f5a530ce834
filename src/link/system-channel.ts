import { isStdio } from '../config/server-entry.ts';
import { ConnectError, type Channel } from './channel.ts';
import { createHttpChannel } from './http/http-channel.ts';
import type { ChannelRequest, OpenChannel } from './open-channel.ts';
import type { Guard } from './stdio/guard.ts';
import { shareGuard } from './stdio/shared-guard.ts';
import { createStdioChannel } from './stdio/stdio-channel.ts';

/** The transports of one owner's servers. */
export interface SystemChannels {
  readonly open: OpenChannel;
  /** Lets go of the guard, once every channel has ended (L5, S4). */
  close(): Promise<void>;
}

/** One guard for all that this owner starts: a lone flapping server must not restart it (L5). */
export function openSystemChannels(): SystemChannels {
  const guard = shareGuard();
  return { open: (request) => openChannel(request, guard), close: () => guard.close() };
}

/** The transport that an entry names (L1). Legacy SSE has its place beside these two (L7). */
function openChannel({ entry, policy, clock }: ChannelRequest, guard: Guard): Channel {
  if (isStdio(entry)) return createStdioChannel({ ...entry, policy, clock, guard });
  if (entry.transport === 'sse')
    throw new ConnectError('permanent', 'TRANSPORT_UNSUPPORTED', 'legacy SSE is not supported yet');
  const url = parseUrl(entry.url);
  return createHttpChannel({
    url,
    policy,
    clock,
    ...(entry.headers && { headers: entry.headers }),
  });
}

/** E2: a bad address is permanent. The address itself may hold a secret and is not shown. */
function parseUrl(text: string): URL {
  if (!URL.canParse(text)) throw new ConnectError('permanent', 'URL_INVALID', 'the URL is invalid');
  const url = new URL(text);
  if (url.protocol === 'http:' || url.protocol === 'https:') return url;
  throw new ConnectError(
    'permanent',
    'URL_SCHEME_UNSUPPORTED',
    `the URL must begin with http: or https:, not ${url.protocol}`,
  );
}
