import { isStdio } from '../config/server-entry.ts';
import { ConnectError } from './channel.ts';
import { createHttpChannel } from './http/http-channel.ts';
import type { OpenChannel } from './open-channel.ts';
import { createStdioChannel } from './stdio/stdio-channel.ts';

/** Opens the transport that an entry names (L1). Legacy SSE has its place beside these two (L7). */
export const openSystemChannel: OpenChannel = ({ entry, policy, clock }) => {
  if (isStdio(entry)) return createStdioChannel({ ...entry, policy, clock });
  if (entry.transport === 'sse')
    throw new ConnectError('permanent', 'TRANSPORT_UNSUPPORTED', 'legacy SSE is not supported yet');
  const url = parseUrl(entry.url);
  return createHttpChannel({
    url,
    policy,
    clock,
    ...(entry.headers && { headers: entry.headers }),
  });
};

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
