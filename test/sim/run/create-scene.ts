import { defaultFleetPolicy, mergeFleetPolicy } from '../../../machines/policy.ts';
import { createSupervisor } from '../../../src/supervisor/create-supervisor.ts';
import { createPeers } from '../../../src/testing/world/scripted-peers.ts';
import { createStepClock } from '../../../src/testing/step-clock.ts';
import { createInvariants } from '../invariants/invariants.ts';
import type { CallRecord } from '../people/call-record.ts';
import { chanceOf } from '../plan/chance.ts';
import type { Plan } from '../plan/draw-plan.ts';
import { PeerServer } from '../servers/peer-server.ts';
import { createCountedClock } from './counted-clock.ts';
import { createFaults } from './faults.ts';
import { createJournal } from './journal.ts';
import { createJudge } from './judge.ts';
import { createMachines } from './machines.ts';
import { combine } from './observer.ts';
import type { Scene } from './scene.ts';
import { createTally } from './tally.ts';
import { noteEvent } from './note-event.ts';

export interface Stage {
  readonly scene: Scene;
  readonly servers: ReadonlyMap<string, PeerServer>;
}

/** The real supervisor among simulated servers, and everybody who watches. Nothing has begun. */
export function createScene(plan: Plan): Stage {
  const clock = createStepClock();
  const counted = createCountedClock(clock);
  const control = plan.isolation === undefined ? undefined : plan.fleet[0]?.name;
  const journal = createJournal(() => clock.now(), control);
  const judge = createJudge(() => clock.now(), journal);
  const tally = createTally();
  const tell = combine([]);
  const machines = createMachines({
    sent: (server, event) => tell.sent(server, event),
    moved: (server, state) => tell.moved(server, state),
  });
  const peers = createPeers();
  const servers = new Map<string, PeerServer>();
  const supervisorChance = chanceOf(plan.seed, 'supervisor');
  const { policy } = plan;
  const supervisor = createSupervisor({
    servers: Object.fromEntries(plan.fleet.map(({ name, entry }) => [name, entry])),
    policy,
    clock: counted,
    // I14: one stream of chance for all would tie the servers together.
    random: plan.isolation === undefined ? () => supervisorChance.number() : () => 0.37,
    inspect: (event) => machines.inspect(event),
    link: (request) => serverOf(request.server).open(request),
  });
  const serverOf = (name: string) => {
    const server = servers.get(name);
    if (server === undefined) throw new Error(`${name} is nobody's server`);
    return server;
  };
  const scene: Scene = {
    plan,
    clock,
    counted,
    supervisor,
    journal,
    judge,
    tally,
    tell,
    faults: createFaults(plan, journal, tally),
    calls: new Map<string, CallRecord>(),
    known: new Set(plan.fleet.map(({ name }) => name)),
    fleetPolicy: mergeFleetPolicy(defaultFleetPolicy, fleetPart(policy)),
    stateOf: (server) => machines.stateOf(server),
    contextOf: (server) => machines.contextOf(server),
    policiesOf: (server) => machines.policiesOf(server),
    after: (delayMs) => new Promise((resolve) => void clock.setTimeout(resolve, delayMs)),
  };
  Object.assign(tell, combine([noteEvent(scene), ...createInvariants(scene)]));
  supervisor.on('*', (event) => tell.event(event));
  for (const each of plan.fleet) servers.set(each.name, new PeerServer(scene, each, peers));
  return { scene, servers };
}

function fleetPart(policy: Plan['policy']) {
  const keys = Object.keys(defaultFleetPolicy);
  return Object.fromEntries(Object.entries(policy).filter(([key]) => keys.includes(key)));
}
