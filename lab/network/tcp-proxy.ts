import { createServer, connect, type Server, type Socket } from 'node:net';
import { keptPort } from '../../test/fixtures/http/kept-port.mjs';
import { Direction, type DirectionFault } from './direction.ts';

/** What becomes of a new connection: as usual, closed at once, or taken and never carried on. */
export type Welcome = 'carry' | 'close' | 'hold';

/**
 * A proxy on loopback that carries bytes between a client and a server, and does with them what
 * networks do. A fault holds from now on, for the connections that are open too, until `heal()`.
 */
export class TcpProxy {
  welcome: Welcome = 'carry';
  port = 0;
  readonly #targetPort: () => number;
  readonly #up: Direction;
  readonly #down: Direction;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(targetPort: () => number, random: () => number) {
    this.#targetPort = targetPort;
    this.#up = new Direction(random);
    this.#down = new Direction(random);
  }

  /** From client to server. */
  up(fault: DirectionFault): void {
    this.#up.suffer(fault);
  }

  /** From server to client. */
  down(fault: DirectionFault): void {
    this.#down.suffer(fault);
  }

  heal(): void {
    this.welcome = 'carry';
    this.#up.heal();
    this.#down.heal();
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  async listen(): Promise<void> {
    this.port ||= await keptPort();
    // A half-closed connection is a fault of ours to make, not Node's to tidy up.
    const server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.#server = server;
  }

  /** Accepts nobody any more and resets whoever is connected. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) =>
      server === undefined ? resolve() : server.close(() => resolve()),
    );
    this.resetAll();
    await closed;
  }

  resetAll(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  #accept(client: Socket): void {
    this.#hold(client);
    if (this.welcome === 'close') return void client.destroy();
    // Nobody answers, but a client that gives up is let go.
    if (this.welcome === 'hold') return void client.on('end', () => client.destroy()).resume();
    const server = connect({ port: this.#targetPort(), host: '127.0.0.1', allowHalfOpen: true });
    this.#hold(server);
    this.#up.carry(client, server);
    this.#down.carry(server, client);
  }

  #hold(socket: Socket): void {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    // A reset is what this proxy is for; its other side learns of it by the close.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
