import type { ServerEmission } from '../../machines/events.ts';
import type { ListChange } from '../catalogue/list-change.ts';

/** Something odd but harmless: noise on stdout, a tool that cannot be offered. Untrusted text. */
export interface ServerNotice {
  readonly type: 'server.notice';
  readonly server: string;
  readonly message: string;
}

/** C15: an actor errored and was replaced by a parked one. */
export interface ServerReplacement {
  readonly type: 'server.replaced';
  readonly server: string;
  readonly message: string;
}

/** Everything a server tells its fleet. */
export type ServerReport = ServerEmission | ListChange | ServerNotice | ServerReplacement;
