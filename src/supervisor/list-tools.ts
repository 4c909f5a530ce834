import { displayName, hashedName } from '../catalogue/display-name.ts';
import type { ListedTool, ToolsOptions } from '../catalogue/tool.ts';
import type { SupervisedServer } from '../server/supervised-server.ts';
import type { Fleet } from './fleet.ts';

/** More digits than two different tools could ever share. */
const UNIQUE_HASH_LENGTH = 32;

/**
 * What a model may be offered now, over all servers (T1, T3).
 * @throws HoldfastError `SERVER_UNKNOWN`
 */
export function listTools(fleet: Fleet, options: ToolsOptions = {}): readonly ListedTool[] {
  const { server: only, include } = options;
  if (only !== undefined) fleet.member(only);
  const taken = new Set<string>();
  // T1: a name depends on all tools that there are, never on which of them are asked for now.
  return fleet.servers().flatMap((server) => {
    const availability = availabilityOf(server);
    const isAskedFor = only === undefined || only === server.name;
    const isShown = isAskedFor && (availability !== 'parked' || include === 'all');
    const tools = [...server.catalogue.tools.values()].map((tool) => {
      const name = uniqueName(taken, server.name, tool.name);
      return { tool, name };
    });
    if (availability === undefined || !isShown) return [];
    return tools.map(({ tool, name }): ListedTool => ({
      ...tool,
      server: server.name,
      displayName: name,
      availability,
    }));
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
