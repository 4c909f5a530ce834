import type { ServerStatus } from '../../health/status.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import type { ListedServer } from '../wire/frame.ts';

/** A server as it stands in the list; undefined once it was removed. */
export function listedServer(supervisor: Supervisor, name: string): ListedServer | undefined {
  try {
    return toListed(supervisor.status(name));
  } catch {
    // SERVER_UNKNOWN is the only thing that it throws.
    return undefined;
  }
}

export function toListed({ stderrTail: _, ...listed }: ServerStatus): ListedServer {
  return listed;
}
