import type { LinkInput, ServerInput } from '../../machines/context.ts';
import type { LinkEvent } from '../../machines/events.ts';
import { defaultFleetPolicy, mergeFleetPolicy, type Policy } from '../../machines/policy.ts';
import { readTools } from '../catalogue/read-tools.ts';
import type { Tool } from '../catalogue/tool.ts';
import { systemClock, systemRandom } from '../clock.ts';
import { parsePolicies } from '../config/parse-policies.ts';
import { parseServerEntry } from '../config/parse-server-entry.ts';
import { isStdio, type ServerEntry } from '../config/server-entry.ts';
import { ChannelEnds } from '../link/channel-ends.ts';
import { Link, type LinkSession } from '../link/link.ts';
import type { Session } from '../link/session.ts';
import { openSystemChannels } from '../link/system-channel.ts';
import { createLinkLogic, type LinkLogic } from '../server/server-actor.ts';
import { resolvePolicy } from '../server/server-policy.ts';
import { FleetGate } from './start-gate.ts';
import type { SupervisorOptions } from './supervisor.ts';
import { unknownServer } from './unknown-server.ts';
import { version } from './version.ts';

/** Real servers for server actors that live in a host's own actor system. */
export interface EmbeddedServers {
  /** Goes into `createServerMachine({ random }).provide({ actors: { link } })`. */
  readonly link: LinkLogic;
  /** The input of a server's actor. @throws HoldfastError `SERVER_UNKNOWN` */
  input(server: string): ServerInput;
  /** A way to ask the server, while its actor is ready. */
  session(server: string): Session | undefined;
  /** The tools that the server last listed. */
  tools(server: string): readonly Tool[];
  /** After the last actor has ended: settles when each of its links verifiably has, too (S4). */
  close(): Promise<void>;
}

type EmbeddingOptions = Pick<
  SupervisorOptions,
  'servers' | 'policy' | 'clock' | 'random' | 'link' | 'client'
>;

interface Embedded {
  readonly entry: ServerEntry;
  readonly policy: Policy;
  session: LinkSession | undefined;
  tools: readonly Tool[];
}

/**
 * Links for a host that spawns server actors itself. The host owns the actors and with them all
 * decisions; what it does not get is the supervisor's caller side: queue, replay and breaker verdicts.
 * @throws HoldfastError `CONFIG_INVALID`
 */
export function embedServers(options: EmbeddingOptions): EmbeddedServers {
  const { clock = systemClock, random = systemRandom } = options;
  const policies = parsePolicies(options.policy);
  const fleetPolicy = mergeFleetPolicy(defaultFleetPolicy, policies.fleet);
  const servers = new Map<string, Embedded>();
  for (const [name, given] of Object.entries(options.servers ?? {})) {
    const entry = parseServerEntry(name, given, policies.policy);
    const policy = resolvePolicy(entry, policies.policy);
    servers.set(name, { entry, policy, session: undefined, tools: [] });
  }
  const find = (name: string): Embedded => {
    const server = servers.get(name);
    if (server === undefined) throw unknownServer(name, [...servers.keys()]);
    return server;
  };
  const channels = openSystemChannels();
  const openChannel = options.link ?? channels.open;
  const ends = new ChannelEnds();
  const gate = new FleetGate({
    clock,
    places: () => ({ stdio: fleetPolicy.maxSpawns, http: fleetPolicy.maxDials }),
    find: (name) => {
      const { entry, policy } = find(name);
      return { ...policy, kind: isStdio(entry) ? 'stdio' : 'http', isAwaited: false };
    },
  });

  const createLink = (input: LinkInput, report: (fact: LinkEvent) => void) => {
    const server = find(input.server);
    return new Link(input, {
      clock,
      random,
      openChannel,
      gate,
      ends,
      identity: options.client ?? { name: 'holdfast', version },
      startSlotMs: fleetPolicy.startSlotMs,
      entry: () => server.entry,
      policy: () => server.policy,
      report: (fact) => {
        if (fact.type === 'link.lost' || fact.type === 'link.closed') server.session = undefined;
        report(fact);
      },
      listed: (session, entries) => {
        server.session = session;
        server.tools = [...readTools(entries).tools.values()];
        return server.tools.length;
      },
      // A host that wants to follow list changes has the supervisor for it.
      toolsChanged: () => undefined,
      notice: () => undefined,
    });
  };

  return {
    link: createLinkLogic(createLink),
    input: (name) => ({ server: name, policy: find(name).policy }),
    session: (name) => find(name).session,
    tools: (name) => find(name).tools,
    close: async () => {
      await ends.settleAll();
      await channels.close();
    },
  };
}
