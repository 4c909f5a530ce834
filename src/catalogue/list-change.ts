import type { ListKind } from '../link/list-kinds.ts';

/** T2, T6: what a fresh list changed, by name, or by URI for resources and their templates. */
export interface ListChange<Kind extends ListKind = ListKind> {
  readonly type: `${Kind}.changed`;
  readonly server: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}
