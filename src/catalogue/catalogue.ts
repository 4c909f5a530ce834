import { readTools } from './read-tools.ts';
import { createToolFilter, type ToolFilter } from './tool-filter.ts';
import type { Tool, ToolsChange } from './tool.ts';

type Tools = ReadonlyMap<string, Tool>;

const nothing: Tools = new Map();

/**
 * What one server offers, as last listed (T2, T3). A list is read when it comes in and published
 * when the machine is ready for it; both are told as one diff.
 */
export class Catalogue {
  readonly #server: string;
  readonly #notice: (notice: string) => void;
  #accepts: (tool: string) => boolean;
  #listed: Tools = nothing;
  #offered: Tools = nothing;
  #published = false;

  constructor(server: string, filter: ToolFilter, notice: (notice: string) => void) {
    this.#server = server;
    this.#notice = notice;
    this.#accepts = createToolFilter(filter);
  }

  /** The tools of the last list that may be offered, also those of a parked server. */
  get tools(): Tools {
    return this.#offered;
  }

  /** How many tools are offered now; none once they are withdrawn (T3). */
  get size(): number {
    return this.#published ? this.#offered.size : 0;
  }

  /** Takes in a fresh list; what it holds is offered from the next `publish` on. */
  read(entries: readonly unknown[]): number {
    const { tools, notices } = readTools(entries);
    for (const notice of notices) this.#notice(notice);
    this.#listed = keepEqual(this.#listed, tools);
    return this.#filtered().size;
  }

  /** Offers the last list. Undefined if that changes nothing. */
  publish(): ToolsChange | undefined {
    const before = this.#published ? this.#offered : nothing;
    this.#offered = this.#filtered();
    this.#published = true;
    return this.#changeFrom(before, this.#offered);
  }

  /** R5: withdraws what is offered, once; the list itself is kept for those who ask for all. */
  withdraw(): ToolsChange | undefined {
    if (!this.#published) return undefined;
    this.#published = false;
    return this.#changeFrom(this.#offered, nothing);
  }

  /** T5: applies another filter to what was listed. */
  refilter(filter: ToolFilter): ToolsChange | undefined {
    this.#accepts = createToolFilter(filter);
    if (this.#published) return this.publish();
    this.#offered = this.#filtered();
    return undefined;
  }

  #filtered(): Tools {
    return new Map([...this.#listed].filter(([name]) => this.#accepts(name)));
  }

  #changeFrom(before: Tools, after: Tools): ToolsChange | undefined {
    const added = [...after.keys()].filter((name) => !before.has(name));
    const removed = [...before.keys()].filter((name) => !after.has(name));
    const changed = [...after].flatMap(([name, tool]) =>
      before.has(name) && before.get(name) !== tool ? [name] : [],
    );
    if (added.length + removed.length + changed.length === 0) return undefined;
    return { type: 'tools.changed', server: this.#server, added, removed, changed };
  }
}

/** An unchanged tool stays the same object, so that what was made of it need not be made again. */
function keepEqual(before: Tools, after: Tools): Tools {
  const kept = [...after].map(([name, tool]) => {
    const old = before.get(name);
    return [name, old && JSON.stringify(old) === JSON.stringify(tool) ? old : tool] as const;
  });
  return new Map(kept);
}
