import { createInspector, type StatelyActorEvent } from '@statelyai/inspect';
import type { StatelyEventEvent, StatelySnapshotEvent } from '@statelyai/inspect';
import type { InspectionEvent } from 'xstate';
import type { SafeEvent } from './safe/safe-event.ts';

/** What the viewer is sent. */
export type StatelyMessage = StatelyActorEvent | StatelyEventEvent | StatelySnapshotEvent;

/** The library cuts off what is nested deeper than ten levels, which a chart of two regions is. */
const MOST_LEVELS = 100;

/**
 * The wire format is the library's, and all that it ever sees are copies that hold nothing but
 * plain, safe values: it would send whatever it finds, later than it happened, and throw where
 * nobody catches if an object of a host's did.
 */
export function toStatelyMessages(
  send: (message: StatelyMessage) => void,
): (event: SafeEvent) => void {
  const { inspect } = createInspector({ send }, { serializationDepthLimit: MOST_LEVELS });
  return (event) => inspect.next?.(event as unknown as InspectionEvent);
}
