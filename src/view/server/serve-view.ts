import { createServer } from 'node:http';
import { systemClock, type Clock } from '../../clock.ts';
import { addressOf } from '../../loopback/door.ts';
import { closeAtOnce, listenOnLoopback } from '../../loopback/listen.ts';
import { readPage } from '../../loopback/page-files.ts';
import { createToken } from '../../loopback/token.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import { checkViewOptions } from './check-view-options.ts';
import { createRouter } from './router.ts';
import { Viewers } from './viewers.ts';

/** How a live view is served. Everything may be left out. */
export interface ServeViewOptions {
  /** Port on 127.0.0.1. Default: a free one. */
  readonly port?: number;
  /** What the page calls the fleet. Default `holdfast`. */
  readonly title?: string;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

/** A page that is being served. */
export interface View {
  /** The link to open. Whoever has it can see the fleet, and call its tools. */
  readonly address: string;
  /** Ends the page and every stream of it; nobody listens afterwards. */
  close(): Promise<void>;
}

/** Enough for a few pages, each with its stream, and little enough to do no harm. */
const MOST_CONNECTIONS = 64;

/**
 * H6: serves the live view of a fleet on 127.0.0.1, behind a token that is new each time. It costs the
 * fleet nothing while no page is open.
 * @throws HoldfastError `CONFIG_INVALID` for an option that cannot be used, and Error with Node's
 * `code`, such as `EADDRINUSE`, if nobody can listen on the port.
 */
export async function serveView(
  supervisor: Supervisor,
  options: ServeViewOptions = {},
): Promise<View> {
  checkViewOptions(options);
  const { port = 0, title = 'holdfast', clock = systemClock } = options;
  const page = await readPage('view');
  const token = createToken();
  const viewers = new Viewers({ supervisor, title, clock });
  const server = createServer();
  server.maxConnections = MOST_CONNECTIONS;
  const door = { token, port: await listenOnLoopback(server, port) };
  server.on('request', createRouter({ supervisor, page, viewers, clock, ...door }));
  return {
    address: addressOf(door),
    close: async () => {
      viewers.end();
      await closeAtOnce(server);
    },
  };
}
