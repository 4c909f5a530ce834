import { defaultPolicy, mergePolicy, type Policy } from './policy.ts';
import type { AttemptCause, LastError, ParkReason } from './events.ts';

/** What a server's actor is started with. JSON only. */
export interface ServerInput {
  /** The server's name; the link looks its configuration up by it. */
  readonly server: string;
  /** Laid over the defaults. A bad one puts the actor into status `error` (E3). */
  readonly policy?: Partial<Policy>;
  /** Sessions opened by a predecessor under the same name (C15). Default 0. */
  readonly generation?: number;
  /** Starts parked with reason `internal` (C1, C15). */
  readonly parked?: { readonly code: string; readonly message: string };
}

/** What the machine hands to each new link. No secret and no live object. */
export interface LinkInput {
  readonly server: string;
  /** The generation this attempt becomes if it opens. */
  readonly generation: number;
  /** Whether this configuration was ever opened (C2, E2). */
  readonly openedBefore: boolean;
}

/** JSON only: it is shown in the inspector, recorded and traversed. Nested, since it is copied. */
export interface ServerContext {
  readonly server: string;
  readonly policy: Policy;
  /** Counts `link.opened`. */
  readonly generation: number;
  readonly recovery: Recovery;
  readonly session: { readonly proven: boolean; readonly stable: boolean };
  /** The delay drawn for the present or last wait. */
  readonly wait: Wait | undefined;
  readonly cause: AttemptCause;
  readonly parkReason: ParkReason | undefined;
  readonly lastError: LastError | undefined;
  readonly breaker: {
    readonly failures: number;
    readonly cooldownMs: number;
    readonly probeMs: number;
  };
  readonly end: ServerOutput | undefined;
}

export interface Wait {
  readonly ms: number;
  /** A server's hint set it, so no extra dial may shorten it (C5a). */
  readonly hinted: boolean;
}

/** Two memories on purpose (C5): `retries` forgives at once, `step` only after a healthy while. */
export interface Recovery {
  readonly retries: number;
  readonly step: number;
  readonly flaps: number;
  /** Eager dials used in this outage (C5a). */
  readonly eagerDials: number;
  /** The one free attempt that C11 and C16 share. */
  readonly freeAttemptSpent: boolean;
  readonly openedBefore: boolean;
}

/** What is known of the end: processes that had to be killed, and that are left all the same. */
export interface ServerOutput {
  readonly killed: number;
  readonly left: number;
}

/** @throws PolicyError, which XState turns into an actor with status `error`. */
export function createContext(input: ServerInput): ServerContext {
  const policy = mergePolicy(defaultPolicy, input.policy);
  return {
    server: input.server,
    policy,
    generation: input.generation ?? 0,
    recovery: {
      retries: 0,
      step: 0,
      flaps: 0,
      eagerDials: 0,
      freeAttemptSpent: false,
      openedBefore: false,
    },
    session: { proven: false, stable: false },
    wait: undefined,
    cause: 'ladder',
    parkReason: input.parked && 'internal',
    lastError: input.parked && { ...input.parked, kind: 'internal' },
    breaker: { failures: 0, cooldownMs: policy.cooldownMs, probeMs: policy.probeTimeoutMs },
    end: undefined,
  };
}
