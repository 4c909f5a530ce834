import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** How to start a fixture over stdio, for the SDK's transport and for an entry of ours alike. */
export interface Program {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** Longer than any figure takes, so that no fixture ends by itself in the middle. */
const LIFE_MS = 900_000;

export function stdioServer(file: string, ...args: readonly string[]): Program {
  const path = resolve('test/fixtures/stdio', file);
  return {
    command: process.execPath,
    args: [path, ...args],
    env: { FIXTURE_LIFE_MS: String(LIFE_MS) },
  };
}

/**
 * The same program in a session of its own, where the system has sessions. L4 gives our servers
 * one, and Linux shares a busy machine out by session: without it, a ratio of call times would
 * tell more of who else is busy than of the clients.
 */
export function inOwnSession({ command, args, env }: Program): Program {
  if (process.platform !== 'linux') return { command, args, env };
  return { command: 'setsid', args: [command, ...args], env };
}

/** What the server over HTTP has counted so far. */
export interface Counts {
  readonly initializes: number;
  readonly effects: number;
  readonly readEffects: number;
  readonly openStreams: number;
}

/** A server over HTTP in a process of its own. */
export interface HttpServer {
  readonly url: string;
  /** Lets the server misbehave, or just tells its counts. */
  control(action?: string, ...given: readonly unknown[]): Promise<Counts>;
  /** SIGKILL: sockets are reset and sessions are gone. Resolves when the process has ended. */
  kill(): Promise<void>;
}

/** @param port the one of a server that was killed, to come back in its place; 0 for a free one */
export async function startHttpServer(port = 0): Promise<HttpServer> {
  const path = resolve('test/fixtures/http/fault-server.mjs');
  const child = spawn(process.execPath, [path, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const url = await readUrl(child);
  // It tells the server that we are gone, and is no reason to stay.
  child.channel?.unref();
  const address = new URL('/control', url);
  return {
    url,
    async control(action, ...given) {
      const body = JSON.stringify({ do: action, with: given });
      const response = await fetch(address, { method: 'POST', body });
      return (await response.json()) as Counts;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Starts a server for as long as `use` runs. */
export async function withHttpServer<Result>(
  use: (server: HttpServer) => Promise<Result>,
): Promise<Result> {
  const server = await startHttpServer();
  try {
    return await use(server);
  } finally {
    await server.kill();
  }
}

async function readUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the server has no stdout');
  const [line] = (await once(createInterface(stdout), 'line')) as [string];
  return (JSON.parse(line) as { readonly url: string }).url;
}
