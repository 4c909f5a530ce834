import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Listens on 127.0.0.1 alone, and resolves to the port that was taken.
 * @param port 0 for a free one.
 * @throws Error with Node's `code`, such as `EADDRINUSE`, if nobody can listen on it.
 */
export function listenOnLoopback(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      // H6: a connection that cannot be taken, as when no file can be opened any more, costs itself.
      server.on('error', () => undefined);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Ends the server with all who are connected to it. */
export function closeAtOnce(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
