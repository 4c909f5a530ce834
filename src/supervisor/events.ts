import type { ServerEmission } from '../../machines/events.ts';
import type { ListChange } from '../catalogue/list-change.ts';
import type { ListKind } from '../link/list-kinds.ts';

/** What one server's machine emitted, with the wall-clock time it happened at. */
type Timed<Emission> = Emission & { readonly at: number };

type Emissions = {
  readonly [Type in ServerEmission['type']]: Timed<Extract<ServerEmission, { type: Type }>>;
};

/** T2, T6: one diff per list, before the state that follows from it. */
type ListChanges = {
  readonly [Kind in ListKind as `${Kind}.changed`]: Timed<ListChange<Kind>>;
};

/** The supervisor's events by name (H5). `*` gets them all. */
export interface SupervisorEvents extends Emissions, ListChanges {
  /** Something odd but harmless: noise on stdout, a dropped tool, a handler of the host that failed. */
  readonly 'server.notice': Timed<{
    readonly type: 'server.notice';
    readonly server: string;
    readonly message: string;
  }>;
  /** C15: an actor errored and was replaced by a parked one. */
  readonly 'server.replaced': Timed<{
    readonly type: 'server.replaced';
    readonly server: string;
    readonly message: string;
  }>;
  readonly '*': SupervisorEvent;
}

/** Any one event. */
export type SupervisorEvent = {
  [Name in Exclude<keyof SupervisorEvents, '*'>]: SupervisorEvents[Name];
}[Exclude<keyof SupervisorEvents, '*'>];
