import { defaultFleetPolicy, mergeFleetPolicy, type FleetPolicy } from '../../machines/policy.ts';
import { systemClock, systemRandom, type Clock } from '../clock.ts';
import { parsePolicies, type Policies } from '../config/parse-policies.ts';
import { parseServerEntry } from '../config/parse-server-entry.ts';
import { isStdio, type ServerEntry } from '../config/server-entry.ts';
import { HoldfastError } from '../errors/holdfast-error.ts';
import { ChannelEnds } from '../link/channel-ends.ts';
import type { Roots } from '../link/host/client-options.ts';
import { HostClient } from '../link/host/host-client.ts';
import { openSystemChannels, type SystemChannels } from '../link/system-channel.ts';
import type { Moment } from '../server/describe-server.ts';
import { createActorFactory } from '../server/server-actor.ts';
import type { ServerEdges } from '../server/server-edges.ts';
import { resolvePolicy } from '../server/server-policy.ts';
import { SupervisedServer } from '../server/supervised-server.ts';
import { Broadcast } from './broadcast.ts';
import { FleetGate } from './fleet-gate.ts';
import type { SupervisorOptions } from './supervisor.ts';
import { unknownServer } from './unknown-server.ts';
import { version } from './version.ts';
import { createWakeClock } from './wake-clock.ts';

/** A configured server and, unless it is disabled, what keeps it alive. */
export interface Member {
  readonly entry: ServerEntry;
  readonly server: SupervisedServer | undefined;
  readonly addedAt: number;
}

/** All servers of one supervisor by name, and what they share (F1). A plain map. */
export class Fleet {
  readonly members = new Map<string, Member>();
  /** Servers that are being shut down, also those whose place in the map is taken by others (S2). */
  readonly leaving = new Set<SupervisedServer>();
  readonly broadcast = new Broadcast();
  readonly ends = new ChannelEnds();
  readonly gate: FleetGate;
  readonly clock: Clock;
  readonly client: HostClient;
  #policies: Policies;
  #policy: FleetPolicy;
  readonly #edges: ServerEdges;
  readonly #wall: () => number;
  readonly #channels: SystemChannels;
  #running = false;

  /** @throws HoldfastError `CONFIG_INVALID` */
  constructor(options: SupervisorOptions) {
    const base = options.clock ?? systemClock;
    const random = options.random ?? systemRandom;
    this.#wall = () => base.wall?.() ?? base.now();
    this.#policies = parsePolicies(options.policy);
    this.#policy = mergeFleetPolicy(defaultFleetPolicy, this.#policies.fleet);
    this.clock = createWakeClock({ clock: base, wall: this.#wall, woke: () => this.#wake() });
    this.gate = new FleetGate({
      clock: this.clock,
      places: () => ({ stdio: this.policy.maxSpawns, http: this.policy.maxDials }),
      find: (name) => this.#gateServer(name),
    });
    this.client = new HostClient(options.client, version);
    this.#channels = openSystemChannels();
    let lastTimelineId = 0;
    this.#edges = {
      clock: this.clock,
      wall: this.#wall,
      random,
      fleetPolicy: () => this.policy,
      gate: this.gate,
      ends: this.ends,
      openChannel: options.link ?? this.#channels.open,
      client: this.client,
      createActor: createActorFactory({
        random,
        clock: this.clock,
        inspect: options.inspect,
        createLink: (input, report) => this.find(input.server).createLink(input, report),
      }),
      nextTimelineId: () => (lastTimelineId += 1),
      tell: (report) => this.broadcast.tell(report, this.#wall()),
    };
    for (const [name, entry] of Object.entries(options.servers ?? {})) this.put(name, entry);
  }

  /** Both clocks at this moment. */
  moment(): Moment {
    return { now: this.clock.now(), wall: this.#wall() };
  }

  servers(): SupervisedServer[] {
    return [...this.members.values()].flatMap(({ server }) => server ?? []);
  }

  /** @throws HoldfastError `SERVER_UNKNOWN` naming the known ones. */
  member(name: string): Member {
    const member = this.members.get(name);
    if (member === undefined) throw this.whyNot(name);
    return member;
  }

  /** @throws HoldfastError `SERVER_UNKNOWN`, or `SERVER_SHUT_DOWN` for a disabled one. */
  find(name: string): SupervisedServer {
    const server = this.members.get(name)?.server;
    if (server === undefined) throw this.whyNot(name);
    return server;
  }

  /** Why there is no server of this name to be used: nobody knows it, or it is disabled. */
  whyNot(name: string): HoldfastError {
    if (!this.members.has(name)) return unknownServer(name, [...this.members.keys()]);
    return new HoldfastError('SERVER_SHUT_DOWN', `${name} is disabled`, {
      server: name,
      advice: 'Enable the server in its configuration, or use another one.',
    });
  }

  /** The fleet's own limits, as last configured. */
  get policy(): FleetPolicy {
    return this.#policy;
  }

  /** F4: another policy below every server's own, and other limits. @throws HoldfastError `CONFIG_INVALID` */
  setPolicies(given: unknown): void {
    this.#policies = parsePolicies(given);
    this.#policy = mergeFleetPolicy(defaultFleetPolicy, this.#policies.fleet);
  }

  /** What the entry's machine is to run with. @throws PolicyError */
  resolvePolicy(entry: ServerEntry) {
    return resolvePolicy(entry, this.#policies.policy);
  }

  /** @throws HoldfastError `CONFIG_INVALID` */
  check(name: string, entry: unknown): ServerEntry {
    return parseServerEntry(name, entry, this.#policies.policy);
  }

  /** Puts a server in its place, and starts it if the fleet runs. */
  put(name: string, given: unknown): void {
    const entry = this.check(name, given);
    const enabled = entry.enabled !== false;
    const server = enabled
      ? new SupervisedServer(name, entry, this.resolvePolicy(entry), this.#edges)
      : undefined;
    this.members.set(name, { entry, server, addedAt: this.#wall() });
    if (this.#running) server?.start();
  }

  get isRunning(): boolean {
    return this.#running;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    for (const server of this.servers()) server.start();
  }

  /** T7. @throws HoldfastError `CONFIG_INVALID` */
  setRoots(roots: Roots): void {
    this.client.setRoots(roots);
    for (const server of this.servers()) server.rootsChanged();
  }

  /** S4: after the last server has ended. */
  async close(): Promise<void> {
    await this.#channels.close();
  }

  /** F3: one retry for all; the gate spreads them. */
  #wake(): void {
    for (const server of this.servers()) server.retry('wake');
  }

  #gateServer(name: string) {
    const server = this.find(name);
    const { startBurst, startsPerHour } = server.policy();
    const kind = isStdio(server.entry) ? ('stdio' as const) : ('http' as const);
    return { kind, startBurst, startsPerHour, isAwaited: server.isAwaited };
  }
}
