import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, rename, unlink } from 'node:fs/promises';
import { connect, type Server } from 'node:net';
import { CliError } from '../cli-error.ts';

/** How often a stale socket is replaced before it is clear that something else is at work. */
const TRIES = 3;
const ANSWER_WAIT_MS = 2_000;

/**
 * Makes `server` listen at `path`. A socket that a killed process left behind is replaced; one
 * that somebody listens on is not.
 * @throws CliError `UP_ALREADY_RUNS`
 */
export async function claimSocket(server: Server, path: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await listen(server, path)) return;
    if (await isAlive(path)) break;
    await removeStale(path);
  }
  throw new CliError('alreadyRunning', 'UP_ALREADY_RUNS', 'this configuration is already up', {
    advice: 'See it with "holdfast status", or end it with "holdfast stop".',
  });
}

/** False if the path is taken. */
async function listen(server: Server, path: string): Promise<boolean> {
  server.listen(path);
  try {
    await once(server, 'listening');
    // A connection that cannot be taken, as when no file can be opened any more, costs itself.
    server.on('error', () => undefined);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}

async function isAlive(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(ANSWER_WAIT_MS) });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Only these say that nobody listens; a busy or frozen process is alive.
    return code !== 'ECONNREFUSED' && code !== 'ENOENT';
  } finally {
    socket.destroy();
  }
}

/**
 * Takes a stale socket out of the way. Another process may have replaced it a moment ago, so it
 * is moved, looked at again, and put back if it turns out to be alive.
 */
async function removeStale(path: string): Promise<void> {
  // A named pipe leaves no file behind: it ends with its process.
  if (process.platform === 'win32') return;
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (await isAlive(aside)) await link(aside, path);
  await unlink(aside);
}
