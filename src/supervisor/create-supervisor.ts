import type { RetryReason } from '../../machines/events.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import { configError } from '../config/config-error.ts';
import { HoldfastError } from '../errors/holdfast-error.ts';
import { aggregateHealth } from '../health/aggregate.ts';
import type { FleetStatus, ServerStatus } from '../health/status.ts';
import { callTool } from './call-tool.ts';
import { Fleet } from './fleet.ts';
import { explanationOf, statusOf } from './look-at-server.ts';
import { listTools } from './list-tools.ts';
import { waitForReady } from './readiness.ts';
import { replaceServer } from './replace-server.ts';
import { retryServer } from './retry-server.ts';
import { shutDown } from './shut-down.ts';
import { startUp } from './start-up.ts';
import type { ShutdownReport, Supervisor, SupervisorOptions } from './supervisor.ts';

/**
 * Makes a supervisor; nothing runs before `start()`.
 * @throws HoldfastError `CONFIG_INVALID` naming each path, the value and what is allowed.
 */
export function createSupervisor(options: SupervisorOptions = {}): Supervisor {
  const fleet = new Fleet(options);
  let stopAsked = false;

  function status(): FleetStatus;
  function status(server: string): ServerStatus;
  function status(name?: string): FleetStatus | ServerStatus {
    if (name !== undefined) return statusOf(fleet, name);
    const servers = [...fleet.members.keys()].map((each) => statusOf(fleet, each));
    return { health: aggregateHealth(servers), servers };
  }

  async function stopAll(): Promise<ShutdownReport> {
    const again = stopAsked;
    stopAsked = true;
    // S1: closed at once, so that nothing that waits there can still start.
    fleet.gate.close();
    const report = await shutDown(fleet, fleet.servers(), again);
    await fleet.close();
    return report;
  }

  return {
    start: () => (stopAsked ? Promise.reject(fleetStopped()) : startUp(fleet)),
    callTool: (server, tool, args, callOptions) => callTool(fleet, server, tool, args, callOptions),
    tools: (toolsOptions) => listTools(fleet, toolsOptions),
    status,
    explain: (name) => explanationOf(fleet, name),
    timeline: (name) => fleet.member(name).server?.timeline.entries ?? [],
    ready: (name, readyOptions) => waitForReady(fleet, name, readyOptions?.timeoutMs),
    retry: (name, reason: RetryReason = 'user') => retryServer(fleet, name, reason),
    add: (name, entry: ServerEntry) => {
      if (fleet.members.has(name))
        throw configError(`${name}: the name is taken`, { server: name });
      if (!stopAsked) fleet.put(name, entry);
    },
    replace: (name, entry) => {
      if (!stopAsked) replaceServer(fleet, name, entry);
    },
    remove: async (name) => {
      const { server } = fleet.member(name);
      const report = await shutDown(fleet, server ? [server] : [], false);
      if (fleet.members.get(name)?.server === server) fleet.members.delete(name);
      return report;
    },
    restart: (name) => {
      const { server, entry } = fleet.member(name);
      const isOver = server?.state().connection === 'shutdown';
      if (isOver && !stopAsked) fleet.put(name, entry);
      return retryServer(fleet, name, 'user');
    },
    stop: (name) => {
      if (name === undefined) return stopAll();
      const server = fleet.find(name);
      return shutDown(fleet, [server], server.state().connection === 'shutdown');
    },
    on: (event, listener) => fleet.broadcast.on(event, listener),
  };
}

function fleetStopped(): HoldfastError {
  return new HoldfastError('SERVER_SHUT_DOWN', 'this supervisor was stopped', {
    advice: 'Make a new supervisor; one that was stopped does not start again.',
  });
}
