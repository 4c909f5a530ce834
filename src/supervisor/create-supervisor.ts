import { aggregateHealth } from '../health/aggregate.ts';
import type { FleetStatus, ServerStatus } from '../health/status.ts';
import { createAsking } from './ask-server.ts';
import { createCallTool } from './call-tool.ts';
import { checkOptions } from './check-options.ts';
import { Fleet } from './fleet.ts';
import { activityOf, explanationOf, statusOf } from './look-at-server.ts';
import { createLists } from './list-offers.ts';
import { Membership } from './membership.ts';
import { waitForReady } from './readiness.ts';
import { retryServer } from './retry-server.ts';
import { startUp } from './start-up.ts';
import type { Supervisor, SupervisorOptions } from './supervisor.ts';

/**
 * Makes a supervisor; nothing runs before `start()`. A loaded configuration may be given as it is.
 * @throws HoldfastError `CONFIG_INVALID` naming each path, the value and what is allowed.
 */
export function createSupervisor(options: SupervisorOptions = {}): Supervisor {
  checkOptions(options);
  const fleet = new Fleet(options);
  const membership = new Membership(fleet);

  function status(): FleetStatus;
  function status(server: string): ServerStatus;
  function status(name?: string): FleetStatus | ServerStatus {
    if (name !== undefined) return statusOf(fleet, name);
    const servers = [...fleet.members.keys()].map((each) => statusOf(fleet, each));
    return { health: aggregateHealth(servers), servers };
  }

  return {
    start: () =>
      membership.isStopped ? Promise.reject(membership.stoppedError()) : startUp(fleet),
    callTool: createCallTool(fleet),
    ...createAsking(fleet),
    ...createLists(fleet),
    setRoots: (roots) => fleet.setRoots(roots),
    status,
    explain: (name) => explanationOf(fleet, name),
    activity: (name) => activityOf(fleet, name),
    timeline: (name) => fleet.member(name).server?.timeline.entries ?? [],
    ready: (name, readyOptions) => waitForReady(fleet, name, readyOptions),
    retry: (name, reason = 'user') => retryServer(fleet, name, reason),
    add: (name, entry) => membership.add(name, entry),
    replace: (name, entry) => membership.replace(name, entry),
    configure: (policy) => membership.configure(policy),
    remove: (name) => membership.remove(name),
    restart: (name) => membership.restart(name),
    stop: (name) => (name === undefined ? membership.stopAll() : membership.stopOne(name)),
    [Symbol.asyncDispose]: async () => void (await membership.stopAll()),
    stopping: membership.stopping,
    on: (event, listener) => fleet.broadcast.on(event, listener),
  };
}
