import { systemClock, type Clock } from '../../clock.ts';
import { waitForAny } from './flag.ts';
import { startGuardProcess, type GuardedServer, type GuardProcess } from './guard-child.ts';

/** Longest a guard needs to end what is registered, with a second to spare. */
const CLOSE_MS = 5_500;
const RESTART_MS = 1_000;
const RESTART_MS_MAX = 60_000;

/** L5: what ends the servers if their host dies, even by SIGKILL. */
export interface Guard {
  /** Takes effect at once. The first one starts the guard's process. */
  add(server: GuardedServer): void;
  /** To be called once nothing of the server is left. */
  remove(pid: number): void;
  /**
   * Ends the guard's process, after whatever is still registered. Bounded by 5.5 s. `add` starts it
   * anew.
   */
  close(): Promise<void>;
}

/** One guard, best shared by all channels of its owner. It never keeps the host alive. */
export function createGuard(clock: Clock = systemClock): Guard {
  return new ProcessGuard(clock);
}

class ProcessGuard implements Guard {
  readonly #clock: Clock;
  readonly #servers = new Map<number, GuardedServer>();
  #running: GuardProcess | undefined;
  #startedMs = Number.NEGATIVE_INFINITY;
  #restartMs = RESTART_MS;
  #restart: unknown;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(server: GuardedServer): void {
    this.#servers.set(server.pid, server);
    if (this.#running) this.#running.tell({ add: server });
    else this.#start();
  }

  remove(pid: number): void {
    if (this.#servers.delete(pid)) this.#running?.tell({ remove: pid });
  }

  async close(): Promise<void> {
    this.#clock.clearTimeout(this.#restart);
    this.#restartMs = RESTART_MS;
    this.#servers.clear();
    const closing = this.#running;
    this.#running = undefined;
    if (!closing) return;
    closing.hangUp();
    await waitForAny([closing.exited], CLOSE_MS, this.#clock);
    // S4: nothing is left, not even one that somebody has stopped.
    if (!closing.exited.raised) closing.kill();
  }

  #start(): void {
    this.#clock.clearTimeout(this.#restart);
    this.#startedMs = this.#clock.now();
    try {
      const guard = startGuardProcess(() => this.#replace(guard));
      this.#running = guard;
      // A guard that died is replaced by one that knows as much.
      for (const server of this.#servers.values()) guard.tell({ add: server });
    } catch {
      // Too many processes, or no memory: the servers go on, and it is tried again.
      this.#restartLater();
    }
  }

  #replace(dead: GuardProcess): void {
    if (this.#running !== dead) return;
    this.#running = undefined;
    this.#restartLater();
  }

  /** At most one start a second, ever fewer of a guard that dies young, and none without a server. */
  #restartLater(): void {
    const livedMs = this.#clock.now() - this.#startedMs;
    if (livedMs > RESTART_MS_MAX) this.#restartMs = RESTART_MS;
    const delayMs = Math.max(0, this.#restartMs - livedMs);
    this.#restartMs = Math.min(2 * this.#restartMs, RESTART_MS_MAX);
    this.#restart = this.#clock.setTimeout(() => {
      if (this.#servers.size > 0 && !this.#running) this.#start();
    }, delayMs);
  }
}
