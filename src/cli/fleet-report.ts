import type { LoadedConfig } from '../config/load-config.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import type { FleetReport } from './control/requests.ts';

/** The fleet as the commands show it: its status, and where it comes from. */
export function fleetReport(
  supervisor: Supervisor,
  { file, problems }: LoadedConfig,
  startedAt: number,
): FleetReport {
  return { ...supervisor.status(), config: file, pid: process.pid, startedAt, problems };
}

/** The part of the exit code that the servers' states decide. */
export function hasParked({ servers }: Pick<FleetReport, 'servers'>): boolean {
  return servers.some(({ state }) => state === 'parked');
}
