import type { SafeActor } from './safe-actor.ts';
import type { SafePayload } from './safe-payload.ts';
import type { SafeSnapshot } from './safe-snapshot.ts';

/** XState's inspection, rebuilt from what is known to be safe. */
export type SafeEvent = { readonly rootId: string; readonly actorRef: SafeActor } & (
  | { readonly type: '@xstate.actor' }
  | {
      readonly type: '@xstate.event';
      readonly event: SafePayload;
      readonly sourceRef: { readonly sessionId: string } | undefined;
    }
  | {
      readonly type: '@xstate.snapshot';
      readonly event: SafePayload;
      readonly snapshot: SafeSnapshot;
    }
);
