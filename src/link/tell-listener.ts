import { channel } from 'node:diagnostics_channel';

/** What a host's listeners and handlers throw, with the event or the handler's name (H5). */
const faults = channel('holdfast:listener-fault');

/**
 * Tells a listener of the host, whose fault costs only itself: it must not stop a machine in the
 * middle of its step, nor end the process that all servers live in (H5).
 */
export function tellListener<Event>(listener: (event: Event) => void, event: Event): void {
  try {
    listener(event);
  } catch (error) {
    reportFault(error, { event });
  }
}

/** Passes on what a listener or a handler threw to whoever watches for such; never to a server. */
export function reportFault(error: unknown, details: object): void {
  if (faults.hasSubscribers) faults.publish({ error, ...details });
}
