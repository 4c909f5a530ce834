import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createFlag, waitForAny, type Flag } from './flag.ts';
import { systemClock } from '../../clock.ts';
import type { ProcessIdentity } from './process-table.ts';

/** Longest a guard needs to end what is registered, with a second to spare. */
const CLOSE_MS = 5_500;
const RESPAWN_MS = 1_000;

/** One server as the guard knows it. Its process group is that of its own pid. */
export interface GuardedServer extends ProcessIdentity {
  readonly mark: string;
}

/** L5: what ends the servers if their host dies, even by SIGKILL. */
export interface Guard {
  /** Takes effect at once. The first one starts the guard's process. */
  add(server: GuardedServer): void;
  /** To be called once nothing of the server is left. */
  remove(pid: number): void;
  /** Ends the guard's process, after whatever is still registered. Bounded by 5.5 s; `add` starts it anew. */
  close(): Promise<void>;
}

interface GuardProcess {
  readonly child: ChildProcess;
  readonly exited: Flag;
}

/** One guard for all servers of one owner, best shared by all its channels. */
export function createGuard(): Guard {
  const servers = new Map<number, GuardedServer>();
  let running: GuardProcess | undefined;
  let startedMs = Number.NEGATIVE_INFINITY;
  let restart: NodeJS.Timeout | undefined;

  return {
    add(server) {
      servers.set(server.pid, server);
      if (running) tell(running, { add: server });
      else start();
    },
    remove(pid) {
      if (servers.delete(pid) && running) tell(running, { remove: pid });
    },
    async close() {
      clearTimeout(restart);
      servers.clear();
      const closing = running;
      running = undefined;
      if (!closing) return;
      closing.child.stdin?.end();
      await waitForAny([closing.exited], CLOSE_MS, systemClock);
    },
  };

  function start(): void {
    clearTimeout(restart);
    startedMs = performance.now();
    const guard = startProcess(() => {
      if (running !== guard) return;
      running = undefined;
      restartSoon();
    });
    running = guard;
    // A guard that died is replaced by one that knows as much.
    for (const server of servers.values()) tell(guard, { add: server });
  }

  /** At most one start a second, and none that would keep the host alive. */
  function restartSoon(): void {
    if (servers.size === 0) return;
    const delayMs = Math.max(0, startedMs + RESPAWN_MS - performance.now());
    restart = setTimeout(start, delayMs).unref();
  }
}

function tell({ child }: GuardProcess, order: { add: GuardedServer } | { remove: number }): void {
  // What is written here stays readable for the guard even if the host dies in the next moment.
  child.stdin?.write(`${JSON.stringify(order)}\n`);
}

function startProcess(onExit: () => void): GuardProcess {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('guard-process.mjs', import.meta.url))],
    // A session of its own keeps a terminal's Ctrl-C away, an empty environment every mark.
    { detached: true, env: {}, stdio: ['pipe', 'ignore', 'ignore'], windowsHide: true },
  );
  const exited = createFlag();
  const end = () => {
    if (exited.raised) return;
    exited.raise();
    onExit();
  };
  child.once('exit', end).on('error', end);
  // A broken pipe is followed by the exit, which is what counts.
  child.stdin.on('error', () => {});
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  return { child, exited };
}

let shared: Guard | undefined;
let users = 0;

/** The guard of channels that were given none; it ends with the last of them. */
export function shareGuard(): Guard {
  users += 1;
  let released = false;
  const guard = (shared ??= createGuard());
  return {
    add: (server) => guard.add(server),
    remove: (pid) => guard.remove(pid),
    async close() {
      if (released) return;
      released = true;
      users -= 1;
      if (users > 0) return;
      shared = undefined;
      await guard.close();
    },
  };
}
