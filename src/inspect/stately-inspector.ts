import type { InspectionEvent } from 'xstate';
import { checkSettings, type InspectorSettings } from './inspector-settings.ts';
import { Feed } from './relay/feed.ts';
import { openRelay } from './relay/relay.ts';
import { SafeInspection } from './safe/safe-inspection.ts';
import { toStatelyMessages } from './stately-messages.ts';

/** How an inspector is opened. Everything may be left out. */
export type StatelyInspectorOptions = InspectorSettings;

/** An inspector that is open. */
export interface StatelyInspector {
  /**
   * Goes into `createSupervisor({ inspect })`, or into `createActor(machine, { inspect })` for a
   * system of the host's own. Never throws, and does nothing once stopped.
   */
  readonly inspect: (event: unknown) => void;
  /** The link to open in a browser. Whoever has it can see what the actors do. */
  readonly url: string;
  /** Ends the page and every stream of it; nobody listens afterwards. May be called again. */
  readonly stop: () => Promise<void>;
}

/**
 * Shows actors in the Stately inspector: each with its definition, states and events. Serves a page on
 * 127.0.0.1, behind a token that is new each time; the page embeds the viewer and hands on to it what
 * is known to be safe (L9), which is told in `docs/guide/inspect.md`. Nothing but the browser that
 * opens the page ever contacts the viewer. It keeps no process alive.
 * @throws HoldfastError `CONFIG_INVALID` for an option that cannot be used, and Error with Node's
 * `code`, such as `EADDRINUSE`, if nobody can listen on the port.
 */
export async function createStatelyInspector(
  options: StatelyInspectorOptions = {},
): Promise<StatelyInspector> {
  const { port = 0, viewer } = checkSettings('options', options);
  const feed = new Feed();
  const relay = await openRelay({ feed, viewer, port });
  const inspection = new SafeInspection(toStatelyMessages((message) => feed.tell(message)));
  let isOpen = true;
  return {
    url: relay.url,
    inspect: (event) => {
      if (!isOpen) return;
      try {
        inspection.inspect(event as InspectionEvent);
      } catch {
        // H5: looking at an actor must not stop it, whatever a host's own actor does when looked at.
      }
    },
    stop: () => {
      isOpen = false;
      return relay.close();
    },
  };
}
