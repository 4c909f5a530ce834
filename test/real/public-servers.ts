import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StdioEntry } from '../../src/index.ts';
import { keptPort } from '../fixtures/http/kept-port.mjs';
import { until } from '../link/processes.ts';
import type { AtEnd } from '../requirements/peer.ts';

const programOf = (name: string) =>
  fileURLToPath(
    new URL(`../../node_modules/@modelcontextprotocol/${name}/dist/index.js`, import.meta.url),
  );

/** `server-everything` as a child process. */
export const everything: StdioEntry = {
  command: process.execPath,
  args: [programOf('server-everything'), 'stdio'],
};

/** `server-filesystem`, allowed to see one folder. */
export function filesystem(folder: string): StdioEntry {
  return { command: process.execPath, args: [programOf('server-filesystem'), folder] };
}

/** `server-everything` over Streamable HTTP, in the test's hands. */
export interface EverythingHttp {
  readonly url: string;
  kill(): Promise<void>;
  /** On the port it had. Resolves once it listens. */
  start(): Promise<void>;
}

export async function startEverythingHttp(atEnd: AtEnd): Promise<EverythingHttp> {
  const port = await keptPort();
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  const start = async () => {
    child = spawn(process.execPath, [programOf('server-everything'), 'streamableHttp'], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)));
    await until(() => said.includes(`listening on port ${port}`), 'the server listens', 10_000);
  };
  atEnd(kill);
  await start();
  return { url: `http://127.0.0.1:${port}/mcp`, kill, start };
}
