import type { AnyActorRef, InspectionEvent } from 'xstate';
import { safeActor, serverOf, type SafeActor } from './safe-actor.ts';
import type { SafeEvent } from './safe-event.ts';
import { safePayload } from './safe-payload.ts';
import { safeSnapshot } from './safe-snapshot.ts';

/**
 * Copies what XState reports of actors, as it happens, from an allow-list (L9): whatever a host's or
 * a server's data is called and wherever it is put, it is not copied unless it is named here.
 */
export class SafeInspection {
  readonly #tell: (event: SafeEvent) => void;
  readonly #introduced = new WeakMap<AnyActorRef, SafeActor>();

  constructor(tell: (event: SafeEvent) => void) {
    this.#tell = tell;
  }

  inspect(event: InspectionEvent): void {
    // Microsteps and actions are too many to look at; what comes of them is in the snapshots.
    if (event.type !== '@xstate.event' && event.type !== '@xstate.snapshot') return;
    const { rootId } = event;
    const ref = event.actorRef as AnyActorRef;
    const actorRef = this.#introduce(ref, rootId);
    const payload = safePayload(event.event, isOurs(ref));
    if (event.type === '@xstate.snapshot') {
      const snapshot = safeSnapshot(event.snapshot);
      return this.#tell({ type: event.type, rootId, actorRef, event: payload, snapshot });
    }
    const { sourceRef } = event;
    this.#tell({
      type: event.type,
      rootId,
      actorRef,
      event: payload,
      sourceRef: sourceRef && { sessionId: (sourceRef as AnyActorRef).sessionId },
    });
  }

  /**
   * Not when XState reports that it made the actor, but with the first event that it gets: before
   * that, an actor has no state that could be told.
   */
  #introduce(ref: AnyActorRef, rootId: string): SafeActor {
    const known = this.#introduced.get(ref);
    if (known) return known;
    if (ref._parent) this.#introduce(ref._parent, rootId);
    const actorRef = safeActor(ref);
    this.#introduced.set(ref, actorRef);
    this.#tell({ type: '@xstate.actor', rootId, actorRef });
    return actorRef;
  }
}

/** A server's actor, or its link: what their events hold is known. */
function isOurs(ref: AnyActorRef): boolean {
  return (
    serverOf(ref) !== undefined || (ref._parent ? serverOf(ref._parent) : undefined) !== undefined
  );
}
