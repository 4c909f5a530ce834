import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createFlag, type Flag } from './flag.ts';
import type { ProcessIdentity } from './stop/process-entry.ts';

/** One server as the guard knows it. Its process group is that of its own pid. */
export interface GuardedServer extends ProcessIdentity {
  readonly mark: string;
}

export interface GuardProcess {
  readonly exited: Flag;
  tell(order: { readonly add: GuardedServer } | { readonly remove: number }): void;
  /** Closes the pipe, which tells the guard to end what is registered, and itself (L5). */
  hangUp(): void;
  /** For one that does not obey, as when somebody has stopped it. */
  kill(): void;
}

/** @throws the system's error where no process can be started at all */
export function startGuardProcess(onExit: () => void): GuardProcess {
  const child: ChildProcess = spawn(
    process.execPath,
    // The script stands beside this file, in the sources as in the build.
    [fileURLToPath(new URL('guard-process.mjs', import.meta.url))],
    {
      // A session of its own keeps a terminal's Ctrl-C away.
      detached: true,
      // Without a mark, so that no server's end takes the guard along.
      env: getDefaultEnvironment(),
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
    },
  );
  const exited = createFlag();
  const end = () => {
    if (exited.raised) return;
    exited.raise();
    onExit();
  };
  child.once('exit', end).on('error', end);
  // A broken pipe is followed by the exit, which is what counts.
  child.stdin?.on('error', () => {});
  child.unref();
  // The pipe is a socket; its type does not say so.
  (child.stdin as Socket | null)?.unref();
  return {
    exited,
    // What is written stays readable for the guard even if the host dies in the next moment.
    tell: (order) => void child.stdin?.write(`${JSON.stringify(order)}\n`),
    hangUp: () => void child.stdin?.end(),
    kill: () => void child.kill('SIGKILL'),
  };
}
