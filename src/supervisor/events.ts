import type { ServerEmission } from '../../machines/events.ts';
import type { ToolsChange } from '../catalogue/tool.ts';

/** What one server's machine emitted, with the wall-clock time it happened at. */
type Timed<Emission> = Emission & { readonly at: number };

type Emissions = {
  readonly [Type in ServerEmission['type']]: Timed<Extract<ServerEmission, { type: Type }>>;
};

/** The supervisor's events by name (H5). `*` gets them all. */
export interface SupervisorEvents extends Emissions {
  /** T2: one diff per list, before the state that follows from it. */
  readonly 'tools.changed': Timed<ToolsChange>;
  /** Something odd but harmless: noise on stdout, a dropped tool. */
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
