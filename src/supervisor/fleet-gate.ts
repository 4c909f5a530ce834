import type { Clock } from '../clock.ts';
import type { GatePlace, StartGate } from '../link/start-gate.ts';
import { RateBucket } from './rate-bucket.ts';

/** What the gate has to know of the server that stands before it. */
export interface GateServer {
  readonly kind: 'stdio' | 'http';
  readonly startBurst: number;
  readonly startsPerHour: number;
  /** Servers with waiting callers go first (F2). */
  readonly isAwaited: boolean;
}

export interface FleetGateOptions {
  readonly clock: Clock;
  /** Read at each admission: a reload may change it (F4). */
  readonly places: () => { readonly stdio: number; readonly http: number };
  readonly find: (server: string) => GateServer;
}

interface Waiting {
  readonly server: string;
  readonly granted: () => void;
}

/** Bounds what a fleet may start at once, and each server over the hours (F2). */
export class FleetGate implements StartGate {
  readonly #options: FleetGateOptions;
  readonly #buckets = new Map<string, RateBucket>();
  readonly #taken = { stdio: 0, http: 0 };
  #waiting: Waiting[] = [];
  #timer: unknown;
  #closed = false;

  constructor(options: FleetGateOptions) {
    this.#options = options;
  }

  enter(server: string, granted: () => void): GatePlace {
    if (this.#closed) return { leave: () => undefined };
    const { kind } = this.#options.find(server);
    let held = false;
    const entry: Waiting = {
      server,
      granted: () => {
        held = true;
        this.#taken[kind] += 1;
        granted();
      },
    };
    this.#waiting.push(entry);
    this.#admit();
    return {
      leave: () => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== entry);
        if (!held) return;
        held = false;
        this.#taken[kind] -= 1;
        this.#admit();
      },
    };
  }

  /** F4: there may be room now for those who wait, or their next start may be due sooner. */
  limitsChanged(): void {
    if (!this.#closed) this.#admit();
  }

  /** S1: nothing that waits here will ever start. */
  close(): void {
    this.#closed = true;
    this.#waiting = [];
    this.#options.clock.clearTimeout(this.#timer);
  }

  #admit(): void {
    const { clock, find } = this.#options;
    for (;;) {
      const now = clock.now();
      const ready = this.#waiting.filter(({ server }) => this.#hasRoom(server, now));
      const next = ready.find(({ server }) => find(server).isAwaited) ?? ready[0];
      if (next === undefined) return this.#armTimer(now);
      this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
      this.#bucketOf(next.server, now).take(now);
      next.granted();
    }
  }

  #hasRoom(server: string, now: number): boolean {
    const { places, find } = this.#options;
    const { kind } = find(server);
    return this.#taken[kind] < places()[kind] && this.#bucketOf(server, now).waitMs(now) === 0;
  }

  /** A server that used up its rate waits for its next start, not for a place. */
  #armTimer(now: number): void {
    const { clock } = this.#options;
    clock.clearTimeout(this.#timer);
    const waits = this.#waiting.map(({ server }) => this.#bucketOf(server, now).waitMs(now));
    const pending = waits.filter((waitMs) => waitMs > 0);
    if (pending.length === 0) return;
    this.#timer = clock.setTimeout(() => this.#admit(), Math.ceil(Math.min(...pending)));
  }

  /** Kept by name, so that removing and adding a server brings no fresh burst. */
  #bucketOf(server: string, now: number): RateBucket {
    const { startBurst, startsPerHour } = this.#options.find(server);
    const bucket = this.#buckets.get(server) ?? new RateBucket(startBurst, startsPerHour, now);
    this.#buckets.set(server, bucket);
    bucket.resize(startBurst, startsPerHour, now);
    return bucket;
  }
}
