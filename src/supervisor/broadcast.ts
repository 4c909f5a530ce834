import { channel } from 'node:diagnostics_channel';
import { tellListener } from '../link/tell-listener.ts';
import type { ServerReport } from '../server/server-report.ts';
import { checkEventName, checkFunction } from './check-requests.ts';
import type { SupervisorEvent, SupervisorEvents } from './events.ts';

type Listener = (event: SupervisorEvent) => void;

/** For those who watch a process without holding its supervisor (H5). */
const diagnostics = channel('holdfast:event');

/** Tells listeners what happened, in order and each by itself (H5). */
export class Broadcast {
  readonly #listeners = new Map<string, Set<Listener>>();

  /** @throws HoldfastError `CONFIG_INVALID` */
  on<Name extends keyof SupervisorEvents>(
    name: Name,
    listener: (event: SupervisorEvents[Name]) => void,
  ): () => void {
    checkEventName(name);
    checkFunction('listener', listener);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners);
    // The map's key says which events the listener gets; the types cannot.
    const general = listener as Listener;
    listeners.add(general);
    return () => listeners.delete(general);
  }

  tell(report: ServerReport, at: number): void {
    const event: SupervisorEvent = { ...report, at };
    if (diagnostics.hasSubscribers) diagnostics.publish(event);
    for (const name of [report.type, '*'])
      for (const listener of [...(this.#listeners.get(name) ?? [])]) tellListener(listener, event);
  }
}
