import type { ServerCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { Channel } from './channel.ts';
import type { HostSide } from './host/host-side.ts';
import { listMethods, type ListKind } from './list-kinds.ts';
import type { Session } from './session.ts';
import type { Wire } from './wire.ts';

/** A session with what its owner may know of it beside asking. */
export interface LinkSession extends Session {
  declares(kind: ListKind): boolean;
  /** Whether resources can be subscribed to (T6). */
  readonly canSubscribe: boolean;
}

interface Parts {
  readonly channel: Channel;
  readonly wire: Wire;
  readonly hostSide: HostSide;
  readonly capabilities: ServerCapabilities;
  readonly prove: () => void;
  readonly check: () => void;
}

/** What calls and the owner of a link see of it. */
export function createLinkSession(parts: Parts): LinkSession {
  const { channel, wire, hostSide, capabilities, prove, check } = parts;
  return {
    declares: (kind) => capabilities[listMethods[kind].capability] !== undefined,
    canSubscribe: capabilities.resources?.subscribe === true,
    request: (method, params, onProgress) => wire.request(method, params, onProgress),
    get received() {
      return channel.received;
    },
    get hostBusyAt() {
      return hostSide.busyAt;
    },
    prove,
    check,
  };
}
