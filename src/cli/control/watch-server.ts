import type { Supervisor } from '../../supervisor/supervisor.ts';
import type { TimelineEntry } from '../../health/status.ts';
import type { AskOptions } from './requests.ts';
import type { ServerSight, SightEnd } from './server-sight.ts';

/** What happens within this time is told at once, so that a storm of events costs little. */
const GATHER_MS = 50;
/** How often what no event tells is looked at: calls in flight, and whether it is still there. */
const LOOK_MS = 1_000;
/** Entries that wait for a watcher who does not read; of more, the oldest are dropped and counted. */
const MAX_WAITING = 512;

/**
 * Tells of one server until it is removed or whoever answers ends. A watcher who is behind is told
 * later and all at once, so that however many there are and whatever they do, each costs little.
 * @throws HoldfastError `SERVER_UNKNOWN`
 */
export function watchServer(
  supervisor: Supervisor,
  server: string,
  options: AskOptions,
): Promise<SightEnd> {
  supervisor.status(server);
  return new Promise((resolve) => new ServerWatch(supervisor, server, options).start(resolve));
}

class ServerWatch {
  readonly #supervisor: Supervisor;
  readonly #server: string;
  readonly #options: AskOptions;
  #waiting: TimelineEntry[] = [];
  #missed = 0;
  #lastId = 0;
  #told = '';
  #soon: NodeJS.Timeout | undefined;
  #release: () => void = () => undefined;

  constructor(supervisor: Supervisor, server: string, options: AskOptions) {
    this.#supervisor = supervisor;
    this.#server = server;
    this.#options = options;
  }

  start(end: (why: SightEnd) => void): void {
    const { signal, ending } = this.#options;
    if (signal?.aborted) return end('removed');
    const stop = (why: SightEnd) => {
      this.#release();
      end(why);
    };
    const onStopped = () => {
      this.#gather();
      this.#tell();
      stop('stopped');
    };
    const onGone = () => stop('removed');
    const unsubscribe = this.#supervisor.on('*', (event) => {
      if (event.server === this.#server) this.#happened();
    });
    const look = setInterval(
      () => (this.#isThere() ? this.#tellUnlessBehind() : onGone()),
      LOOK_MS,
    );
    this.#release = () => {
      unsubscribe();
      clearInterval(look);
      clearTimeout(this.#soon);
      signal?.removeEventListener('abort', onGone);
      ending?.removeEventListener('abort', onStopped);
    };
    signal?.addEventListener('abort', onGone);
    ending?.addEventListener('abort', onStopped);
    this.#gather();
    this.#tell();
  }

  #isThere(): boolean {
    try {
      return this.#supervisor.status(this.#server) !== undefined;
    } catch {
      // SERVER_UNKNOWN: it was removed.
      return false;
    }
  }

  /** The timeline is a short ring (H3), so it is read at every event, not only when it is told. */
  #happened(): void {
    this.#gather();
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#tellUnlessBehind();
    }, GATHER_MS);
  }

  #gather(): void {
    if (!this.#isThere()) return;
    const added = this.#supervisor.timeline(this.#server).filter(({ id }) => id > this.#lastId);
    this.#lastId = added.at(-1)?.id ?? this.#lastId;
    const waiting = [...this.#waiting, ...added];
    this.#waiting = waiting.slice(-MAX_WAITING);
    this.#missed += waiting.length - this.#waiting.length;
  }

  #tellUnlessBehind(): void {
    if (!this.#options.isBehind?.()) this.#tell();
  }

  #tell(): void {
    if (!this.#isThere()) return;
    const status = this.#supervisor.status(this.#server);
    const { latency: _, ...activity } = this.#supervisor.activity(this.#server);
    const text = JSON.stringify([status, activity]);
    if (text === this.#told && this.#waiting.length === 0) return;
    this.#told = text;
    const sight: ServerSight = {
      at: Date.now(),
      status,
      activity,
      entries: this.#waiting,
      ...(this.#missed > 0 && { missed: this.#missed }),
    };
    this.#waiting = [];
    this.#missed = 0;
    // Whether there is room for more is asked before, so this is not waited for.
    void this.#options.onSight?.(sight);
  }
}
