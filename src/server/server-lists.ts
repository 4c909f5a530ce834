import type { ConnectionState } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';
import { Catalogue } from '../catalogue/catalogue.ts';
import type { ListChange } from '../catalogue/list-change.ts';
import type { ToolFilter } from '../catalogue/tool-filter.ts';
import { Refresh } from '../catalogue/refresh.ts';
import type { Clock } from '../clock.ts';
import type { LinkSession } from '../link/link-session.ts';
import { listKinds, type ListKind } from '../link/list-kinds.ts';
import { listPages } from '../link/list-pages.ts';
import type { Lists } from '../link/read-lists.ts';

export interface ServerListsOptions {
  readonly server: string;
  readonly filter: ToolFilter;
  readonly clock: Clock;
  readonly policy: () => Policy;
  /** Only while the server is ready. */
  readonly session: () => LinkSession | undefined;
  readonly tell: (change: ListChange) => void;
  readonly notice: (notice: string) => void;
}

/** What one server lists: read with each session, again at each change, told as diffs (T2–T6). */
export class ServerLists {
  readonly catalogue: Catalogue;
  readonly #options: ServerListsOptions;
  readonly #refreshes: Readonly<Record<ListKind, Refresh>>;
  /** Lists were read for a session whose `ready` the machine has yet to tell (T2). */
  #unpublished = false;

  constructor(options: ServerListsOptions) {
    this.#options = options;
    this.catalogue = new Catalogue(options.server, options.filter, options.notice);
    this.#refreshes = {
      tools: this.#createRefresh('tools'),
      prompts: this.#createRefresh('prompts'),
      resources: this.#createRefresh('resources'),
      resourceTemplates: this.#createRefresh('resourceTemplates'),
    };
  }

  /** Takes in the lists of a new session; tells how many tools can be used. */
  listed(lists: Lists): number {
    this.#unpublished = true;
    this.catalogue.readAll(lists);
    return this.catalogue.tools.acceptedSize;
  }

  /** The actor that would have told of the new session errored. */
  forgetUnpublished(): void {
    this.#unpublished = false;
  }

  /** T2, T3: lists change before anything else is told of the step that they follow from. */
  follow(connection: ConnectionState): void {
    if (connection === 'parked' || connection === 'shutdown')
      this.#tell(this.catalogue.withdrawAll());
    if (connection !== 'ready' || !this.#unpublished) return;
    this.#unpublished = false;
    this.#tell(this.catalogue.publishAll());
  }

  /** T4. */
  changed(session: LinkSession, kind: ListKind): void {
    if (session === this.#options.session()) this.#refreshes[kind].changed();
  }

  refilter(filter: ToolFilter): void {
    this.#tell(this.catalogue.refilter(filter));
  }

  /** False while a refresh is due or under way. */
  isFresh(kind: ListKind): boolean {
    return this.#refreshes[kind].isFresh;
  }

  /** Settles when that refresh has ended, well or not. */
  settled(kind: ListKind): Promise<void> {
    return this.#refreshes[kind].settled();
  }

  /** The session is gone. */
  stopRefreshes(): void {
    for (const kind of listKinds) this.#refreshes[kind].stop();
  }

  #createRefresh(kind: ListKind): Refresh {
    const { clock, policy } = this.#options;
    return new Refresh({ clock, delays: policy, read: () => this.#read(kind) });
  }

  async #read(kind: ListKind): Promise<void> {
    const { clock, policy, session: current } = this.#options;
    const session = current();
    if (session === undefined || !session.declares(kind)) return;
    // T4: as long as listing may take in an attempt, where it is the last of three steps (C2).
    const entries = await listPages(session, kind, { clock, timeoutMs: policy().connectTimeoutMs });
    if (session !== current()) return;
    const list = this.catalogue[kind];
    list.read(entries);
    this.#tell([list.publish()]);
  }

  #tell(changes: readonly (ListChange | undefined)[]): void {
    for (const change of changes) if (change !== undefined) this.#options.tell(change);
  }
}
