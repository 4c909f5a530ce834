import type { Clock } from '../../clock.ts';
import type { EventStream } from '../../loopback/event-stream.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import type { ListedServer, ViewFrame } from '../wire/frame.ts';
import { DetailWatch } from './detail-watch.ts';
import { listedServer, toListed } from './listed-server.ts';
import { TimelineWatch } from './timeline-watch.ts';

/** A screen shows no more, and what happens within one is told in one frame. */
const FRAME_MS = 50;
/** What no event tells: calls in flight, their times, servers that came and went. */
const LOOK_MS = 1_000;
/** How often the one server that is looked at is looked at. */
const DETAIL_MS = 250;
/** Entries that wait for a page to read on. One that is further behind gets a fresh start. */
const MOST_UNTOLD = 1_000;

export interface Watched {
  readonly supervisor: Supervisor;
  readonly title: string;
  readonly clock: Clock;
  /** The one whose detail is told. */
  readonly server: string | undefined;
  /** The last timeline entry that is known already. */
  readonly after: number | undefined;
  readonly stream: EventStream;
}

/** Tells one page what becomes of the fleet, for as long as it looks. */
export class FleetWatch {
  readonly #watched: Watched;
  readonly #timeline: TimelineWatch;
  readonly #detail: DetailWatch | undefined;
  /** What the page was last told of each server. */
  readonly #told = new Map<string, string>();
  readonly #changed = new Set<string>();
  readonly #timers = new Map<'frame' | 'look' | 'detail', unknown>();
  #detailIsDue = false;
  #unsubscribe: () => void = () => undefined;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#timeline = new TimelineWatch(watched.supervisor, watched.after);
    this.#detail =
      watched.server === undefined
        ? undefined
        : new DetailWatch(watched.supervisor, watched.server);
  }

  start(): void {
    const { supervisor, title, server } = this.#watched;
    this.#unsubscribe = supervisor.on('*', (event) => {
      this.#timeline.happened(event.server);
      this.#detail?.happened(event);
      this.#changed.add(event.server);
      this.#detailIsDue ||= event.server === server;
      this.#soon();
    });
    const servers = this.#listAll();
    const names = servers.map(({ server: name }) => name);
    const detail = this.#detail?.look();
    this.#send({
      whole: true,
      title,
      servers,
      entries: this.#timeline.begin(names, server),
      ...(detail && { detail }),
    });
    this.#every('look', LOOK_MS, () => this.#lookAround());
    if (this.#detail) this.#every('detail', DETAIL_MS, () => this.#lookCloser());
  }

  end(): void {
    this.#unsubscribe();
    for (const timer of this.#timers.values()) this.#watched.clock.clearTimeout(timer);
    this.#timers.clear();
  }

  #every(name: 'look' | 'detail', delayMs: number, run: () => void): void {
    const next = () => {
      this.#timers.set(name, this.#watched.clock.setTimeout(next, delayMs));
      run();
    };
    this.#timers.set(name, this.#watched.clock.setTimeout(next, delayMs));
  }

  #soon(): void {
    if (this.#timers.has('frame')) return;
    const { stream } = this.#watched;
    const tell = () => {
      this.#timers.delete('frame');
      if (!stream.isBehind) this.#tellChanges();
      // H3: it asks again by itself, and goes on from what it has as far as the rings reach.
      else if (this.#timeline.untold > MOST_UNTOLD) stream.end();
      // What a slow page has not read yet must not be added to; it is told all at once later.
      else this.#soon();
    };
    this.#timers.set('frame', this.#watched.clock.setTimeout(tell, FRAME_MS));
  }

  #lookAround(): void {
    for (const name of this.#told.keys()) this.#changed.add(name);
    for (const { server } of this.#watched.supervisor.status().servers) this.#changed.add(server);
    this.#soon();
  }

  #lookCloser(): void {
    this.#detailIsDue = true;
    this.#soon();
  }

  #tellChanges(): void {
    const [servers, gone] = this.#listChanged();
    const entries = this.#timeline.take();
    const detail = this.#detailIsDue ? this.#detail?.lookIfChanged() : undefined;
    this.#detailIsDue = false;
    if (servers.length + gone.length + entries.length === 0 && !detail) return;
    this.#send({
      ...(servers.length > 0 && { servers }),
      ...(gone.length > 0 && { gone }),
      ...(entries.length > 0 && { entries }),
      ...(detail && { detail }),
    });
  }

  #listAll(): ListedServer[] {
    const servers = this.#watched.supervisor.status().servers.map(toListed);
    for (const listed of servers) this.#isNews(listed);
    return servers;
  }

  #listChanged(): [servers: ListedServer[], gone: string[]] {
    const servers: ListedServer[] = [];
    const gone: string[] = [];
    for (const name of this.#changed) {
      const listed = listedServer(this.#watched.supervisor, name);
      if (listed === undefined && this.#told.delete(name)) gone.push(name);
      if (listed !== undefined && this.#isNews(listed)) servers.push(listed);
    }
    this.#changed.clear();
    return [servers, gone];
  }

  #isNews(listed: ListedServer): boolean {
    const text = JSON.stringify(listed);
    if (this.#told.get(listed.server) === text) return false;
    this.#told.set(listed.server, text);
    return true;
  }

  #send(frame: Omit<ViewFrame, 'at'>): void {
    const { clock, stream } = this.#watched;
    const dated: ViewFrame = { at: Math.round(clock.wall?.() ?? clock.now()), ...frame };
    stream.send(JSON.stringify(dated), this.#timeline.lastId);
  }
}
