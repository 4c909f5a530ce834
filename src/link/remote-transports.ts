import type { Clock } from '../clock.ts';
import type { HttpEntry } from '../config/server-entry.ts';
import { ConnectError, type Channel } from './channel.ts';
import { createFallbackChannel } from './fallback-channel.ts';
import { createHttpChannel } from './http/http-channel.ts';
import { Logins } from './login/logins.ts';
import type { ChannelRequest } from './open-channel.ts';
import { createSseChannel } from './sse/sse-channel.ts';

/** The transports of those servers of one owner that are reached by a URL. */
export interface RemoteTransports {
  open(request: ChannelRequest, entry: HttpEntry): Channel;
  /** Lets go of the logins, once every channel has ended (S4). */
  close(): Promise<void>;
}

/** L7: for each server without a set transport, the one that its last handshake went over. */
type Worked = Map<string, HttpEntry['transport']>;

export function openRemoteTransports(): RemoteTransports {
  const worked: Worked = new Map();
  const logins = new Logins();
  return {
    open: (request, entry) => openChannel(request, entry, { worked, logins }),
    close: () => logins.close(),
  };
}

/** What an owner's channels share. */
interface Shared {
  readonly worked: Worked;
  readonly logins: Logins;
}

/** The transport that an entry names (L1), or else the one that its server speaks (L7). */
function openChannel(
  { server, policy, clock, openedBefore }: ChannelRequest,
  entry: HttpEntry,
  { worked, logins }: Shared,
): Channel {
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
