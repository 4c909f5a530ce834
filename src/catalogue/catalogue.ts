import { listKinds, type ListKind } from '../link/list-kinds.ts';
import type { Lists } from '../link/read-lists.ts';
import type { ListChange } from './list-change.ts';
import { createToolFilter, type ToolFilter } from './tool-filter.ts';
import { OfferedList } from './offered-list.ts';
import type { Prompt } from './prompt.ts';
import type { ReadEntries } from './read-entries.ts';
import { readPrompts } from './read-prompts.ts';
import { readResourceTemplates, readResources } from './read-resources.ts';
import { readTools } from './read-tools.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import type { Tool } from './tool.ts';

/** All that one server offers, as last listed (T2, T6). */
export class Catalogue {
  readonly tools: OfferedList<Tool>;
  readonly prompts: OfferedList<Prompt>;
  readonly resources: OfferedList<Resource>;
  readonly resourceTemplates: OfferedList<ResourceTemplate>;

  constructor(server: string, filter: ToolFilter, notice: (notice: string) => void) {
    const named = createToolFilter(filter);
    const create = <Entry>(
      kind: ListKind,
      read: (listed: readonly unknown[]) => ReadEntries<Entry>,
    ) =>
      new OfferedList({ server, kind, read, notice, accepts: isNamed(kind) ? named : acceptAll });
    this.tools = create('tools', readTools);
    this.prompts = create('prompts', readPrompts);
    this.resources = create('resources', readResources);
    this.resourceTemplates = create('resourceTemplates', readResourceTemplates);
  }

  /** Takes in the lists of a new session; what could not be read stays as it was last (T4). */
  readAll(lists: Lists): void {
    for (const kind of listKinds) {
      const listed = lists[kind];
      if (listed !== 'unread') this[kind].read(listed);
    }
  }

  /** One diff for each list that changed. */
  publishAll(): ListChange[] {
    return listKinds.flatMap((kind) => this[kind].publish() ?? []);
  }

  withdrawAll(): ListChange[] {
    return listKinds.flatMap((kind) => this[kind].withdraw() ?? []);
  }

  refilter(filter: ToolFilter): ListChange[] {
    const named = createToolFilter(filter);
    return listKinds.filter(isNamed).flatMap((kind) => this[kind].refilter(named) ?? []);
  }
}

/** T5: filters are written in names; resources go by addresses, which a list need not even hold. */
function isNamed(kind: ListKind): boolean {
  return kind === 'tools' || kind === 'prompts';
}

function acceptAll(): boolean {
  return true;
}
