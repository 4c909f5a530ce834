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
import { HostClient } from '../link/host/host-client.ts';
import { Link } from '../link/link.ts';
import type { LinkEdges } from '../link/link-edges.ts';
import type { LinkSession } from '../link/link-session.ts';
import type { Session } from '../link/session.ts';
import { openSystemChannels } from '../link/system-channel.ts';
import { createLinkLogic, type LinkLogic } from '../server/server-actor.ts';
import { resolvePolicy } from '../server/server-policy.ts';
import { checkOptions } from './check-options.ts';
import { FleetGate, type GateServer } from './fleet-gate.ts';
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
  checkOptions(options);
  const embedding = new Embedding(options);
  return {
    link: createLinkLogic((input, report) => embedding.createLink(input, report)),
    input: (name) => ({ server: name, policy: embedding.find(name).policy }),
    session: (name) => embedding.find(name).session,
    tools: (name) => embedding.find(name).tools,
    close: () => embedding.close(),
  };
}

/** What the links of one host share. */
class Embedding {
  readonly #servers: ReadonlyMap<string, Embedded>;
  readonly #channels = openSystemChannels();
  readonly #ends = new ChannelEnds();
  readonly #shared: Pick<
    LinkEdges,
    'clock' | 'random' | 'openChannel' | 'gate' | 'ends' | 'client' | 'startSlotMs'
  >;

  constructor(options: EmbeddingOptions) {
    const { clock = systemClock, random = systemRandom } = options;
    const policies = parsePolicies(options.policy);
    const { maxSpawns, maxDials, startSlotMs } = mergeFleetPolicy(
      defaultFleetPolicy,
      policies.fleet,
    );
    this.#servers = new Map(
      Object.entries(options.servers ?? {}).map(([name, given]) => {
        const entry = parseServerEntry(name, given, policies.policy);
        const policy = resolvePolicy(entry, policies.policy);
        return [name, { entry, policy, session: undefined, tools: [] }];
      }),
    );
    this.#shared = {
      clock,
      random,
      openChannel: options.link ?? this.#channels.open,
      gate: new FleetGate({
        clock,
        places: () => ({ stdio: maxSpawns, http: maxDials }),
        find: (name) => gateServer(this.find(name)),
      }),
      ends: this.#ends,
      client: new HostClient(options.client, version),
      startSlotMs,
    };
  }

  find(name: string): Embedded {
    const server = this.#servers.get(name);
    if (server === undefined) throw unknownServer(name, [...this.#servers.keys()]);
    return server;
  }

  createLink(input: LinkInput, report: (fact: LinkEvent) => void): Link {
    const server = this.find(input.server);
    return new Link(input, {
      ...this.#shared,
      entry: () => server.entry,
      policy: () => server.policy,
      report: (fact) => {
        if (fact.type === 'link.lost' || fact.type === 'link.closed') server.session = undefined;
        report(fact);
      },
      listed: (session, { tools }) => {
        server.session = session;
        server.tools = [...readTools(tools === 'unread' ? [] : tools).entries.values()];
        return server.tools.length;
      },
      // A host that wants to follow changes and subscriptions has the supervisor for it.
      renew: () => Promise.resolve(),
      listChanged: () => undefined,
      resourceUpdated: () => undefined,
      notice: () => undefined,
    });
  }

  async close(): Promise<void> {
    await this.#ends.settleAll();
    await this.#channels.close();
  }
}

function gateServer({ entry, policy }: Embedded): GateServer {
  return { ...policy, kind: isStdio(entry) ? 'stdio' : 'http', isAwaited: false };
}
