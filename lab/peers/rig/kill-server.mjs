import { endProcess, living } from './processes.mjs';
import { until } from './waiting.mjs';

/**
 * SIGKILL to the server that was started last, since some peers start another one before it.
 *
 * @returns {Promise<number>} when it was dead, by `performance.now()`
 */
export async function killServer(folder) {
  const server = living(folder)
    .filter(({ role }) => role === 'server')
    .at(-1);
  if (server === undefined) throw new Error('no server runs');
  endProcess(server.pid);
  await until(() => living(folder).every(({ pid }) => pid !== server.pid));
  return performance.now();
}
