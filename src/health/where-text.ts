import type { ServerStatus } from './status.ts';

/** Where a server is to be found (H1): its process, or its address; undefined while it has neither. */
export function whereText({
  pid,
  origin,
}: Pick<ServerStatus, 'pid' | 'origin'>): string | undefined {
  return pid === undefined ? origin : `pid ${pid}`;
}
