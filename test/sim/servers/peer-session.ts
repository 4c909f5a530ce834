import type { ScriptedChannel } from '../../../src/testing/world/scripted-channel.ts';
import type { AttemptFault } from '../plan/fault-kinds.ts';

/** One channel as its peer sees it. */
export interface PeerSession {
  readonly server: string;
  readonly kind: 'stdio' | 'http';
  readonly number: number;
  readonly channel: ScriptedChannel;
  readonly dialledAt: number;
  /** What its attempt was to meet. */
  fault: AttemptFault | undefined;
  /** A list has been handed over, so the attempt is as good as done. */
  listed: boolean;
  /** The process is gone or the session forgotten. */
  lost: boolean;
  /** The server does not know it any more, and says so when it is next asked. */
  forgotten: boolean;
  /** Alive, and says nothing. */
  frozen: boolean;
  endAsked: boolean;
  /** Whoever ended it was told that a process is still there. */
  leftProcess: boolean;
  /** Nothing of it is left (C13). */
  ended: boolean;
}
