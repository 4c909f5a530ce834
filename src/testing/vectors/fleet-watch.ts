import {
  publicState,
  type PublicSnapshot,
  type PublicState,
} from '../../../machines/public-state.ts';
import { isObject } from '../../is-object.ts';
import type { SupervisorEvent } from '../../supervisor/events.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';

/** What a fleet's actors and events have told so far. */
export class FleetWatch {
  readonly #snapshots = new Map<string, PublicSnapshot>();
  readonly #told: SupervisorEvent[] = [];

  /** Goes into `createSupervisor({ inspect })`. */
  inspect(event: unknown): void {
    if (!isObject(event) || event['type'] !== '@xstate.snapshot') return;
    const { snapshot } = event;
    // A link's snapshot is seen, too, and has no context.
    if (isServerSnapshot(snapshot)) this.#snapshots.set(snapshot.context.server, snapshot);
  }

  follow(supervisor: Supervisor): void {
    supervisor.on('*', (event) => this.#told.push(event));
  }

  /** Null for a server whose actor never ran. */
  stateOf(server: string): PublicState | null {
    const snapshot = this.#snapshots.get(server);
    return snapshot === undefined ? null : publicState(snapshot);
  }

  toldOf(server: string): readonly SupervisorEvent[] {
    return this.#told.filter((event) => event.server === server);
  }
}

function isServerSnapshot(snapshot: unknown): snapshot is PublicSnapshot {
  return isObject(snapshot) && isObject(snapshot['context']) && 'server' in snapshot['context'];
}
