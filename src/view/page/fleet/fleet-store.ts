import { beforePaint } from '../browser/clockwork.ts';
import type { FleetEntry, ListedServer, ServerDetail, ViewFrame } from '../../wire/frame.ts';
import type { LinkState, ViewSource } from '../source.ts';
import { addEntries } from './add-entries.ts';

/** Entries that are kept of the fleet as a whole, and of the server that is looked at. */
const FEED_LENGTH = 400;
const TIMELINE_LENGTH = 256;

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
  readonly looked: string | undefined;
  /** Of the server that is looked at: those of the others are asked for with it. */
  readonly timeline: readonly FleetEntry[];
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
    looked: undefined,
    timeline: [],
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
    this.#change({ looked: server, detail: undefined, timeline: [] });
    this.#unfollow = this.source.follow(server, this.state.feed.at(-1)?.id, {
      frame: (frame) => this.#take(frame),
      link: (link) => this.#change({ link }),
    });
  }

  subscribe(reader: () => void): () => void {
    this.#readers.add(reader);
    return () => this.#readers.delete(reader);
  }

  #take({ whole, forgets, title, servers = [], gone = [], entries = [], detail }: ViewFrame): void {
    const { state } = this;
    const [feed, timeline] = forgets ? [[], []] : [state.feed, state.timeline];
    const known = new Map(whole ? [] : state.servers);
    for (const server of servers) known.set(server.server, server);
    for (const name of gone) known.delete(name);
    const names = [...known.keys()];
    const ofLooked = entries.filter((entry) => entry.server === state.looked);
    this.#change({
      isKnown: true,
      servers: known,
      names: names.join('\n') === state.names.join('\n') ? state.names : names,
      feed: addEntries(feed, entries, FEED_LENGTH),
      timeline: addEntries(timeline, ofLooked, TIMELINE_LENGTH),
      taken: state.taken + entries.length,
      ...(title !== undefined && { title }),
      ...((whole || detail !== undefined) && { detail }),
    });
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
