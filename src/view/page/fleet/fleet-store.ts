import { beforePaint } from '../browser/clockwork.ts';
import type { FleetEntry, ListedServer, ServerDetail, ViewFrame } from '../../wire/frame.ts';
import type { LinkState, ViewSource } from '../source.ts';
import { addEntries } from './add-entries.ts';

/** Entries that are kept of the fleet as a whole, and of each server. */
const FEED_LENGTH = 400;
const TIMELINE_LENGTH = 128;

/** What the page knows of the fleet. Every part is replaced, never changed, so that it can be compared. */
export interface FleetState {
  readonly title: string;
  readonly link: LinkState;
  /** False until the first frame. */
  readonly isKnown: boolean;
  readonly servers: ReadonlyMap<string, ListedServer>;
  /** In the fleet's own order; the same list until servers come or go. */
  readonly names: readonly string[];
  readonly feed: readonly FleetEntry[];
  readonly timelines: ReadonlyMap<string, readonly FleetEntry[]>;
  readonly looked: string | undefined;
  readonly detail: ServerDetail | undefined;
  /** Entries that were taken in all, for those who count. */
  readonly taken: number;
}

/** Takes frames as they come, and tells its readers once per picture. */
export class FleetStore {
  state: FleetState = {
    title: 'holdfast',
    link: 'opening',
    isKnown: false,
    servers: new Map(),
    names: [],
    feed: [],
    timelines: new Map(),
    looked: undefined,
    detail: undefined,
    taken: 0,
  };
  readonly source: ViewSource;
  readonly #readers = new Set<() => void>();
  #unfollow: () => void = () => undefined;
  #isTelling = false;

  constructor(source: ViewSource) {
    this.source = source;
  }

  /** Looks at one server, or at the fleet as a whole. */
  look(server: string | undefined): void {
    this.#unfollow();
    this.#change({ looked: server, detail: undefined });
    this.#unfollow = this.source.follow(server, this.state.feed.at(-1)?.id, {
      frame: (frame) => this.#take(frame),
      link: (link) => this.#change({ link }),
    });
  }

  subscribe(reader: () => void): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  #take({ whole, title, servers = [], gone = [], entries = [], detail }: ViewFrame): void {
    const { state } = this;
    const known = new Map(whole ? [] : state.servers);
    for (const server of servers) known.set(server.server, server);
    for (const name of gone) known.delete(name);
    const names = [...known.keys()];
    const timelines = entries.length === 0 ? state.timelines : this.#addToTimelines(entries);
    this.#change({
      isKnown: true,
      servers: known,
      names: names.join('\n') === state.names.join('\n') ? state.names : names,
      feed: addEntries(state.feed, entries, FEED_LENGTH),
      timelines,
      taken: state.taken + entries.length,
      ...(title !== undefined && { title }),
      ...(detail !== undefined && { detail }),
    });
  }

  #addToTimelines(entries: readonly FleetEntry[]): FleetState['timelines'] {
    const timelines = new Map(this.state.timelines);
    for (const [server, added] of Map.groupBy(entries, (entry) => entry.server))
      timelines.set(server, addEntries(timelines.get(server) ?? [], added, TIMELINE_LENGTH));
    return timelines;
  }

  #change(change: Partial<FleetState>): void {
    this.state = { ...this.state, ...change };
    if (this.#isTelling) return;
    this.#isTelling = true;
    beforePaint(() => {
      this.#isTelling = false;
      for (const reader of [...this.#readers]) reader();
    });
  }
}
