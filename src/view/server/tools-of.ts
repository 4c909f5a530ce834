import { HoldfastError } from '../../errors/holdfast-error.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import { toActionError } from './action-error.ts';

/** The tools of one server, with their schemas, for the form to try one. */
export function toolsOf(
  supervisor: Supervisor,
  asked: URLSearchParams,
): [status: number, body: unknown] {
  const server = asked.get('server') ?? '';
  try {
    // An unknown name is an error, not an empty list.
    supervisor.status(server);
    return [200, supervisor.tools({ server, include: 'all' })];
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error;
    return [404, { error: toActionError(error) }];
  }
}
