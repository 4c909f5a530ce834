import type { EventObject, ExecutableActionObject } from 'xstate';

/** A timer that has not fired yet. */
export interface PendingTimer {
  readonly id: string;
  /** What it sends to its machine. */
  readonly event: EventObject;
  readonly remainingMs: number;
}

/** The timers that are pending once the actions of a step have armed and cancelled theirs. */
export function armTimers(
  timers: readonly PendingTimer[],
  actions: readonly ExecutableActionObject[],
): readonly PendingTimer[] {
  return actions.reduce(afterAction, timers);
}

interface TimerParams {
  readonly event: EventObject;
  readonly id?: string;
  readonly delay?: number;
  readonly sendId?: string;
}

function afterAction(
  timers: readonly PendingTimer[],
  { type, params }: ExecutableActionObject,
): readonly PendingTimer[] {
  if (type !== 'xstate.raise' && type !== 'xstate.cancel') return timers;
  const { event, id = unusedId(timers, event), delay, sendId } = params as TimerParams;
  if (type === 'xstate.cancel') return timers.filter((timer) => timer.id !== sendId);
  // Without a delay the event was part of the step itself.
  if (typeof delay !== 'number') return timers;
  const remainingMs = Math.max(0, delay);
  // A new one stands behind those that are due at the same time.
  const later = timers.findIndex((timer) => timer.remainingMs > remainingMs);
  const place = later === -1 ? timers.length : later;
  return [...timers.slice(0, place), { id, event, remainingMs }, ...timers.slice(place)];
}

function unusedId(timers: readonly PendingTimer[], event: EventObject | undefined): string {
  const count = timers.filter((timer) => timer.event.type === event?.type).length;
  return `${event?.type} (${count + 1})`;
}
