import type { FleetStatus, ServerStatus } from '../../health/status.ts';
import { plainLine } from '../../link/plain-text.ts';
import { countdown } from './countdown.ts';

/** How far a fleet has come up, and what it waits for, in one line. */
export function startUpText({ servers }: Pick<FleetStatus, 'servers'>, now: number): string {
  const enabled = servers.filter(({ state }) => state !== 'disabled');
  const missing = enabled.filter(({ state }) => state !== 'ready' && state !== 'parked');
  const there = enabled.length - missing.length;
  const waits = missing.map((status) => plainLine(`${status.server} ${waitText(status, now)}`));
  return [`${there} of ${enabled.length} tried`, ...waits.slice(0, 1), ...more(waits)].join('; ');
}

function waitText({ attempt, attempts, nextAttemptAt }: ServerStatus, now: number): string {
  if (attempt === 'queued') return 'waits for its turn';
  if (attempt === 'running') return attempts > 1 ? `starts, attempt ${attempts}` : 'starts';
  return nextAttemptAt === undefined ? 'is next' : `tries again ${countdown(nextAttemptAt - now)}`;
}

function more(waits: readonly string[]): string[] {
  return waits.length > 1 ? [`${waits.length - 1} more`] : [];
}
