import { displayName, hashedName } from '../catalogue/display-name.ts';
import type { ListedTool, ToolsOptions } from '../catalogue/tool.ts';
import type { SupervisedServer } from '../server/supervised-server.ts';
import type { Fleet } from './fleet.ts';

/** More digits than two different tools could ever share. */
const UNIQUE_HASH_LENGTH = 32;

/** What a model may be offered now, over all servers (T1, T3). */
export function listTools(fleet: Fleet, options: ToolsOptions = {}): readonly ListedTool[] {
  const { server: only, include } = options;
  const servers = only === undefined ? fleet.servers() : [fleet.find(only)];
  const taken = new Set<string>();
  return servers.flatMap((server) => {
    const availability = availabilityOf(server);
    if (availability === undefined) return [];
    if (availability === 'parked' && include !== 'all') return [];
    return [...server.catalogue.tools.values()].map((tool): ListedTool => {
      const name = uniqueName(taken, server.name, tool.name);
      return { ...tool, server: server.name, displayName: name, availability };
    });
  });
}

function availabilityOf(server: SupervisedServer): ListedTool['availability'] | undefined {
  const { connection } = server.state();
  if (connection === 'ready') return 'ready';
  if (connection === 'parked') return 'parked';
  return connection === 'shutdown' ? undefined : 'reconnecting';
}

/** T1: a tool that is named like another one's hashed name must not take its place. */
function uniqueName(taken: Set<string>, server: string, tool: string): string {
  const short = displayName(server, tool);
  const name = taken.has(short) ? hashedName(server, tool, UNIQUE_HASH_LENGTH) : short;
  taken.add(name);
  return name;
}
