import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { HoldfastError } from '../../errors/holdfast-error.ts';
import { claimSocket } from './claim-socket.ts';
import { MAX_REQUEST_BYTES, readFrames, writeFrame } from './frames.ts';
import { requestSchemas, type Ask, type AskOptions, type Method } from './requests.ts';
import { prepareSocketFolder } from './socket-path.ts';

/** How long a peer may take to say what it wants. */
const REQUEST_WAIT_MS = 10_000;
/** How long the last answers may take to be read when the server closes. */
const FLUSH_MS = 1_000;
const MAX_CONNECTIONS = 64;
/** Watchers stay, so they must leave room for those who want to stop the fleet. */
const MAX_WATCHERS = 32;

export interface ControlServer {
  /** Answers what is being asked, then closes and removes the socket. */
  close(): Promise<void>;
}

/**
 * Listens for the other commands, one request per connection. Whatever a peer sends, the worst
 * that happens is that its connection is closed.
 * @throws CliError if another `up` listens there already.
 */
export async function openControl(paths: readonly string[], ask: Ask): Promise<ControlServer> {
  await prepareSocketFolder();
  const open: ControlServer[] = [];
  const ending = new AbortController();
  const desk: Desk = { ask, ending: ending.signal, watchers: 0 };
  const close = async () => {
    ending.abort();
    await Promise.all(open.map((server) => server.close()));
  };
  try {
    for (const path of paths) open.push(await listenAt(path, desk));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/** What all connections share. */
interface Desk {
  readonly ask: Ask;
  /** Aborted when no more is answered. */
  readonly ending: AbortSignal;
  watchers: number;
}

async function listenAt(path: string, desk: Desk): Promise<ControlServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: false }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, desk);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await claimSocket(server, path);
  if (process.platform !== 'win32') await chmod(path, 0o600);
  return { close: () => closeServer(server, sockets) };
}

function serve(socket: Socket, desk: Desk): void {
  const gone = new AbortController();
  let asked = false;
  socket.setTimeout(REQUEST_WAIT_MS, () => socket.destroy());
  // A peer that breaks off is no fault of ours; `close` follows and says all there is.
  socket.on('error', () => undefined);
  socket.on('close', () => gone.abort());
  readFrames(socket, MAX_REQUEST_BYTES, {
    onOverflow: () => socket.destroy(),
    onFrame: (text) => {
      if (asked) return socket.destroy();
      asked = true;
      socket.setTimeout(0);
      void respond(socket, desk, { text, signal: gone.signal });
    },
  });
}

/** Never rejects. */
async function respond(
  socket: Socket,
  desk: Desk,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<void> {
  const outcome = await answer(socket, desk, { text, signal }).catch((error: unknown) => ({
    error: describeError(error),
  }));
  writeFrame(socket, outcome);
  socket.end();
}

async function answer(
  socket: Socket,
  desk: Desk,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<{ readonly answer: unknown }> {
  const { method, params } = parseRequest(text);
  const options: AskOptions = {
    signal,
    ending: desk.ending,
    isBehind: () => socket.writableNeedDrain,
    onProgress: (progress) => writeFrame(socket, { progress }),
    onSight: (sight) => writeFrame(socket, { sight }),
  };
  if (method !== 'watch') return { answer: await desk.ask(method, params as never, options) };
  if (desk.watchers >= MAX_WATCHERS) throw tooManyWatchers();
  desk.watchers += 1;
  try {
    return { answer: await desk.ask(method, params as never, options) };
  } finally {
    desk.watchers -= 1;
  }
}

function tooManyWatchers(): HoldfastError {
  return new HoldfastError('OVERLOADED', `${MAX_WATCHERS} others watch this fleet already`, {
    advice: 'End one of them first; "holdfast up" itself shows the whole fleet.',
  });
}

function parseRequest(text: string): { readonly method: Method; readonly params: unknown } {
  const frame = JSON.parse(text) as { readonly method?: unknown; readonly params?: unknown } | null;
  const method = frame?.method;
  if (typeof method !== 'string' || !Object.hasOwn(requestSchemas, method))
    throw new Error('Unknown request; the two sides may be of different versions.');
  const parsed = requestSchemas[method as Method].safeParse(frame?.params);
  if (!parsed.success) throw new Error('The request has wrong parameters.');
  return { method: method as Method, params: parsed.data };
}

function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof HoldfastError) return error.toJSON();
  return { message: error instanceof Error ? error.message : 'unknown error' };
}

async function closeServer(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const late = setTimeout(() => sockets.forEach((socket) => socket.destroy()), FLUSH_MS);
  await closed;
  clearTimeout(late);
}
