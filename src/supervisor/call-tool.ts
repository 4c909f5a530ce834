import type { Fleet } from './fleet.ts';
import type { Supervisor } from './supervisor.ts';

/** K2: the server is looked up first; what is wrong with the name is told like any other error. */
export function createCallTool(fleet: Fleet): Supervisor['callTool'] {
  return (name, tool, given, options) => {
    const server = fleet.members.get(name)?.server;
    // Not async: on the hot path each further promise costs.
    if (server !== undefined) return server.calls.callTool(tool, given, options);
    return new Promise((_, reject) => reject(fleet.whyNot(name)));
  };
}
