import type { Clock } from '../clock.ts';
import { isStdio, type HttpEntry } from '../config/server-entry.ts';
import { ConnectError, type Channel } from './channel.ts';
import { createFallbackChannel } from './fallback-channel.ts';
import { createHttpChannel } from './http/http-channel.ts';
import { Logins } from './login/logins.ts';
import type { ChannelRequest } from './open-channel.ts';
import { createSseChannel } from './sse/sse-channel.ts';
import type { Guard } from './stdio/guard.ts';
import { shareGuard } from './stdio/shared-guard.ts';
import { createStdioChannel } from './stdio/stdio-channel.ts';

/** The transports of one owner's servers. */
export interface Transports {
  /** The channel of one attempt; `start()` on it does the work. */
  open(request: ChannelRequest): Channel;
  /** Lets go of guard and logins, once every channel has ended (L5, S4). */
  close(): Promise<void>;
}

/** L7: for each server without a set transport, the one that its last handshake went over. */
type Worked = Map<string, HttpEntry['transport']>;

/** One guard for all that this owner starts: a lone flapping server must not restart it (L5). */
export function openTransports(): Transports {
  const guard = shareGuard();
  const worked: Worked = new Map();
  const logins = new Logins();
  return {
    open: (request) => openChannel(request, { guard, worked, logins }),
    close: async () => {
      await Promise.all([guard.close(), logins.close()]);
    },
  };
}

/** What an owner's channels share. */
interface Shared {
  readonly guard: Guard;
  readonly worked: Worked;
  readonly logins: Logins;
}

/** The transport that an entry names (L1), or else the one that its server speaks (L7). */
function openChannel(request: ChannelRequest, { guard, worked, logins }: Shared): Channel {
  const { server, entry, policy, clock, openedBefore } = request;
  if (isStdio(entry)) return createStdioChannel({ ...entry, policy, clock, guard });
  const url = parseUrl(entry.url);
  const options = { url, policy, clock, ...credentialsOf(entry, url, { clock, logins }) };
  const transport = entry.transport ?? (openedBefore ? worked.get(server) : undefined);
  if (transport === 'sse') return createSseChannel(options);
  const http = createHttpChannel(options);
  if (transport === 'http') return http;
  return createFallbackChannel({
    first: http,
    second: () => createSseChannel(options),
    onworked: (used) => worked.set(server, used),
  });
}

/** The configured headers, and the login; two that both say who we are would contradict each other. */
function credentialsOf(
  { headers = {}, auth }: HttpEntry,
  url: URL,
  { clock, logins }: { readonly clock: Clock; readonly logins: Logins },
) {
  if (auth === undefined) return { headers };
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  return {
    headers: Object.fromEntries(others),
    authorization: logins.authorization(auth, url, clock),
  };
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
