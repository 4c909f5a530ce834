import type { Socket } from 'node:net';
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
  const dial = buildConnector({ timeout: 0 });
  // The pool does not end those. A signal would, but Node keeps each socket that it was ever given
  // to, and a session outlives many (S4).
  const connecting = new Set<Socket>();
  const pool = new Pool(origin, {
    // L6 (f): no hidden limits; deadlines are the owner's.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveMaxTimeout: LONGEST_IDLE_MS,
    connect: (options, callback) => {
      // undici dials anew for a request that was aborted, only to find that nobody wants it.
      if (connections.waiting === 0) {
        queueMicrotask(() => callback(new Error('No request waits for a socket.'), null));
        return;
      }
      // It returns the socket, which its type does not say.
      const socket = dial(options, (...told) => {
        connecting.delete(socket);
        callback(...told);
      }) as unknown as Socket;
      connecting.add(socket);
    },
  });
  const connections: Connections = {
    dispatcher: pool,
    waiting: 0,
    destroy: async () => {
      const destroyed = pool.destroy();
      for (const socket of connecting) socket.destroy(new Error('The channel has ended.'));
      await destroyed;
    },
  };
  return connections;
}

/** A host's own sockets, which outlive the channel. */
export function borrowConnections(dispatcher: Dispatcher): Connections {
  return { dispatcher, waiting: 0, destroy: () => Promise.resolve() };
}
