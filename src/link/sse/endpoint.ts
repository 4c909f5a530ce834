import { ConnectError } from '../channel.ts';

/**
 * The address that a server wants messages at, which must be with its own origin: credentials
 * never leave it (L7).
 * @param text what the `endpoint` event said, untrusted
 * @throws ConnectError `FOREIGN_ENDPOINT`
 */
export function endpointWithin(text: string, stream: URL): URL {
  const endpoint = URL.canParse(text, stream.href) ? new URL(text, stream) : undefined;
  // An address with a user name is of the same origin, and would be written without it.
  if (endpoint?.origin === stream.origin && endpoint.username === '' && endpoint.password === '')
    return endpoint;
  throw new ConnectError(
    'permanent',
    'FOREIGN_ENDPOINT',
    'The server wants messages sent to an address that is not its own, which is not done.',
  );
}
