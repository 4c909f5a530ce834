import type { CallOptions, CallResult } from '../call/environment.ts';
import type { Fleet } from './fleet.ts';

/** K2: the server is looked up first; what is wrong with the name is told like any other error. */
export function callTool(
  fleet: Fleet,
  server: string,
  tool: string,
  given: Record<string, unknown> | undefined,
  options: CallOptions | undefined,
): Promise<CallResult> {
  const known = fleet.members.get(server)?.server;
  if (known !== undefined) return known.calls.callTool(tool, given, options);
  // Not async: on the hot path each further promise costs.
  return new Promise((resolve, reject) => {
    try {
      resolve(fleet.find(server).calls.callTool(tool, given, options));
    } catch (error) {
      reject(error as Error);
    }
  });
}
