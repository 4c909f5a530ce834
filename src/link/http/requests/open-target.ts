import type { Dispatcher } from 'undici';
import type { Clock } from '../../../clock.ts';
import { ConnectError } from '../../channel.ts';
import type { Authorization } from './authorization.ts';
import { borrowConnections, openConnections } from './connections.ts';
import type { Target } from './http-request.ts';

/** Where the requests of a channel go, and over whose sockets. */
export interface TargetOptions {
  readonly url: URL;
  readonly clock: Clock;
  readonly authorization?: Authorization;
  /** Sockets of the host's own, which outlive the channel. By default the channel has its own. */
  readonly dispatcher?: Dispatcher;
}

/** Dials nothing yet. @throws ConnectError for a URL that cannot work */
export function openTarget({ clock, url, authorization, dispatcher }: TargetOptions): Target {
  if (!isUsable(url))
    throw new ConnectError(
      'permanent',
      'BAD_URL',
      'The URL must be http or https, without a user name or password in it.',
    );
  const connections = dispatcher ? borrowConnections(dispatcher) : openConnections(url.origin);
  return { clock, url, authorization, connections };
}

function isUsable({ protocol, username, password }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
