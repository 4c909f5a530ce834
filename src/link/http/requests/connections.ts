import { setMaxListeners } from 'node:events';
import { buildConnector, Pool } from 'undici';
import type { Dispatcher } from 'undici';

/** Longest time an idle socket is kept, whatever the server hints. */
const LONGEST_IDLE_MS = 60_000;

/** The sockets of one channel. */
export interface Connections {
  readonly dispatcher: Dispatcher;
  /** Requests that wait for a socket. Kept by the requests themselves. */
  waiting: number;
  /** Destroys every socket, also those still connecting. Safe to call twice. */
  destroy(): Promise<void>;
}

/**
 * A pool for one origin. Each channel has its own, so that its end is the end of its sockets and
 * of nobody else's (S4).
 */
export function openConnections(origin: string): Connections {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  // The pool does not end a socket that is still connecting; the signal does.
  const dial = buildConnector({ timeout: 0, signal: ending.signal });
  const pool = new Pool(origin, {
    // L6 (f): no hidden limits; deadlines are the owner's.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveMaxTimeout: LONGEST_IDLE_MS,
    connect: (options, callback) => {
      // undici dials anew for a request that was aborted, only to find that nobody wants it.
      if (connections.waiting > 0) dial(options, callback);
      else queueMicrotask(() => callback(new Error('No request waits for a socket.'), null));
    },
  });
  const connections: Connections = {
    dispatcher: pool,
    waiting: 0,
    destroy: async () => {
      const destroyed = pool.destroy();
      ending.abort();
      await destroyed;
    },
  };
  return connections;
}

/** A host's own sockets, which outlive the channel. */
export function borrowConnections(dispatcher: Dispatcher): Connections {
  return { dispatcher, waiting: 0, destroy: () => Promise.resolve() };
}
