import type { InspectionEvent } from 'xstate';
import type { ServerContext } from '../../../machines/context.ts';
import type { ServerEvent } from '../../../machines/events.ts';
import type { Policy } from '../../../machines/policy.ts';
import {
  publicState,
  type PublicSnapshot,
  type PublicState,
} from '../../../machines/public-state.ts';

/** The machines of a fleet, as its inspector sees them. */
export interface Machines {
  inspect(event: unknown): void;
  stateOf(server: string): PublicState | undefined;
  contextOf(server: string): ServerContext | undefined;
  policiesOf(server: string): ReadonlySet<Policy>;
}

export interface MachineListener {
  sent(server: string, event: ServerEvent): void;
  moved(server: string, state: PublicState): void;
}

interface Machine {
  readonly server: string;
  readonly actor: { getSnapshot(): unknown };
  readonly policies: Set<Policy>;
  seen: unknown;
  state: PublicState;
}

export function createMachines(listener: MachineListener): Machines {
  const byName = new Map<string, Machine>();
  const byId = new Map<string, Machine>();
  const meet = (event: InspectionEvent) => {
    const snapshot = event.actorRef.getSnapshot() as PublicSnapshot;
    const { server, policy } = snapshot.context;
    const policies = byName.get(server)?.policies ?? new Set();
    const machine: Machine = {
      server,
      actor: event.actorRef,
      policies: policies.add(policy),
      seen: snapshot,
      state: publicState(snapshot),
    };
    byName.set(server, machine);
    byId.set(event.rootId, machine);
    return machine;
  };
  const update = (machine: Machine): boolean => {
    const snapshot = machine.actor.getSnapshot() as PublicSnapshot;
    if (snapshot === machine.seen) return false;
    machine.seen = snapshot;
    machine.policies.add(snapshot.context.policy);
    machine.state = publicState(snapshot);
    return true;
  };
  const current = (server: string) => {
    const machine = byName.get(server);
    if (machine !== undefined) update(machine);
    return machine;
  };
  return {
    inspect(given) {
      const event = given as InspectionEvent;
      if (event.actorRef.sessionId !== event.rootId) return;
      // An actor that is being made has no snapshot yet, and one that has not begun no events.
      if (event.type !== '@xstate.event' && event.type !== '@xstate.snapshot') return;
      if (event.actorRef.getSnapshot() === undefined) return;
      const machine = byId.get(event.rootId) ?? meet(event);
      // Of an old machine that still ends while its name has a new owner, nothing is told.
      if (byName.get(machine.server) !== machine) return;
      if (event.type === '@xstate.event') listener.sent(machine.server, event.event as ServerEvent);
      if (event.type !== '@xstate.snapshot') return;
      update(machine);
      listener.moved(machine.server, machine.state);
    },
    stateOf: (server) => current(server)?.state,
    contextOf: (server) => (current(server)?.seen as PublicSnapshot | undefined)?.context,
    policiesOf: (server) => byName.get(server)?.policies ?? new Set(),
  };
}
