import type { ListKind } from '../link/list-kinds.ts';
import type { ListChange } from './list-change.ts';
import type { ReadEntries } from './read-entries.ts';

type Accepts = (key: string) => boolean;

interface OfferedListOptions<Entry> {
  readonly server: string;
  readonly kind: ListKind;
  readonly read: (listed: readonly unknown[]) => ReadEntries<Entry>;
  readonly accepts: Accepts;
  readonly notice: (notice: string) => void;
}

/** Shared, since most lists of most servers are empty. */
const nothing: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * One list of one server, as last read (T2, T3). It is read when it comes in and published when the
 * machine is ready for it; both are told as one diff.
 */
export class OfferedList<Entry> {
  readonly #options: OfferedListOptions<Entry>;
  #accepts: Accepts;
  #listed: ReadonlyMap<string, Entry> = nothing;
  #offered: ReadonlyMap<string, Entry> = nothing;
  #published = false;

  constructor(options: OfferedListOptions<Entry>) {
    this.#options = options;
    this.#accepts = options.accepts;
  }

  /** The entries of the last list that may be offered, also those of a parked server. */
  get entries(): ReadonlyMap<string, Entry> {
    return this.#offered;
  }

  /** How many are offered now; none once they are withdrawn (T3). */
  get size(): number {
    return this.#published ? this.#offered.size : 0;
  }

  /** Takes in a fresh list; what it holds is offered from the next `publish` on. */
  read(listed: readonly unknown[]): void {
    const { entries, notices } = this.#options.read(listed);
    for (const notice of notices) this.#options.notice(notice);
    this.#listed = keepEqual(this.#listed, entries);
  }

  /** How many the next `publish` will offer. */
  get acceptedSize(): number {
    return this.#filtered().size;
  }

  /** Offers the last list. Undefined if that changes nothing. */
  publish(): ListChange | undefined {
    const before = this.#published ? this.#offered : nothing;
    this.#offered = this.#filtered();
    this.#published = true;
    return this.#changeFrom(before, this.#offered);
  }

  /** R5: withdraws what is offered, once; the list itself is kept for those who ask for all. */
  withdraw(): ListChange | undefined {
    if (!this.#published) return undefined;
    this.#published = false;
    return this.#changeFrom(this.#offered, nothing);
  }

  /** T5: applies another filter to what was listed. */
  refilter(accepts: Accepts): ListChange | undefined {
    this.#accepts = accepts;
    if (this.#published) return this.publish();
    this.#offered = this.#filtered();
    return undefined;
  }

  #filtered(): ReadonlyMap<string, Entry> {
    if (this.#listed.size === 0) return nothing;
    return new Map([...this.#listed].filter(([key]) => this.#accepts(key)));
  }

  #changeFrom(
    before: ReadonlyMap<string, Entry>,
    after: ReadonlyMap<string, Entry>,
  ): ListChange | undefined {
    const added = [...after.keys()].filter((key) => !before.has(key));
    const removed = [...before.keys()].filter((key) => !after.has(key));
    const changed = [...after].flatMap(([key, entry]) =>
      before.has(key) && before.get(key) !== entry ? [key] : [],
    );
    if (added.length + removed.length + changed.length === 0) return undefined;
    const { server, kind } = this.#options;
    return { type: `${kind}.changed`, server, added, removed, changed };
  }
}

/** An unchanged entry stays the same object, so that what was made of it need not be made again. */
function keepEqual<Entry>(
  before: ReadonlyMap<string, Entry>,
  after: ReadonlyMap<string, Entry>,
): ReadonlyMap<string, Entry> {
  const kept = [...after].map(([key, entry]) => {
    const old = before.get(key);
    return [key, old && JSON.stringify(old) === JSON.stringify(entry) ? old : entry] as const;
  });
  return new Map(kept);
}
