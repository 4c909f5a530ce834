import { loadConfig, type LoadedConfig } from '../config/load-config.ts';
import { configError } from '../config/config-error.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import { unknownServer } from '../supervisor/unknown-server.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';
import { answerRequest } from './control/answer-request.ts';
import type { Ask } from './control/requests.ts';
import { fleetReport } from './fleet-report.ts';
import { startUpText } from './show/start-up-text.ts';

/** Most starts are over before there is anything to show. */
const PROGRESS_MS = 500;

export interface OneShot {
  /** The only server that is needed; all enabled ones if left out. */
  readonly server?: string | undefined;
  /** Told what is wrong with single servers in the configuration. */
  readonly onProblem: (text: string) => void;
  /** Told how far the start has come, about once a second; with nothing when it is over. */
  readonly onProgress: (text: string) => void;
}

/** Starts what is needed, asks, and stops everything again, also when asking fails. */
export async function askOnce<Result>(
  file: string,
  options: OneShot & { readonly signal: AbortSignal },
  use: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const config = await loadConfig(file);
  const servers = neededServers(config, options);
  // Loaded here, so that a command that asks a running fleet does not wait for it.
  const { createSupervisor } = await import('../supervisor/create-supervisor.ts');
  const supervisor = createSupervisor({ servers, policy: config.policy });
  const fleet = {
    supervisor,
    report: () => fleetReport(supervisor, config, Date.now()),
    stopAll: () => supervisor.stop(),
  };
  try {
    await started(supervisor, options);
    return await use((method, params, asked) => answerRequest(fleet, method, params, asked));
  } finally {
    await supervisor.stop();
  }
}

function neededServers(
  { servers, problems }: LoadedConfig,
  { server, onProblem }: OneShot,
): Record<string, ServerEntry> {
  const spoiled = problems.filter(({ severity }) => severity === 'error');
  if (server === undefined) {
    for (const problem of spoiled)
      onProblem(`${problem.server}: ${problem.path} ${problem.message}`);
    return withoutDuties(servers);
  }
  const entry = Object.hasOwn(servers, server) ? servers[server] : undefined;
  if (entry) return withoutDuties({ [server]: entry });
  const own = spoiled.filter((problem) => problem.server === server);
  if (own.length > 0)
    throw configError(own.map(({ path, message }) => `${server}: ${path} ${message}`).join('; '), {
      server,
    });
  throw unknownServer(server, Object.keys(servers));
}

/** F5: a single question has no start-up that a missing server could spoil. */
function withoutDuties(
  servers: Readonly<Record<string, ServerEntry>>,
): Record<string, ServerEntry> {
  return Object.fromEntries(
    Object.entries(servers).map(([name, entry]) => [name, { ...entry, required: false }]),
  );
}

/** Resolves when each server is ready or parked. @throws the signal's reason */
async function started(
  supervisor: Supervisor,
  { signal, onProgress }: Pick<OneShot, 'onProgress'> & { readonly signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort);
  });
  const show = () => onProgress(startUpText(supervisor.status(), Date.now()));
  const tick = setInterval(show, PROGRESS_MS);
  try {
    await Promise.race([supervisor.start(), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    clearInterval(tick);
    onProgress('');
  }
}
