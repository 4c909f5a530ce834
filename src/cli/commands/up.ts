import { relative } from 'node:path';
import type { Command } from 'commander';
import { configError } from '../../config/config-error.ts';
import { loadConfig, type LoadedConfig } from '../../config/load-config.ts';
import type { HoldfastError } from '../../errors/holdfast-error.ts';
import type { ShutdownReport } from '../../supervisor/supervisor.ts';
import { configFile } from '../ask-fleet.ts';
import { answerRequest, type Fleet } from '../control/answer-request.ts';
import { openControl } from '../control/control-server.ts';
import { socketPath } from '../control/socket-path.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { fleetReport } from '../fleet-report.ts';
import { errorText } from '../show/error-text.ts';
import { plainLine, safeJson } from '../show/plain-text.ts';
import { shutdownText } from '../show/shutdown-text.ts';
import { onStopSignal } from '../signals.ts';
import type { Terminal } from '../terminal.ts';
import { showFleet } from './show-fleet.ts';

export function upCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('up [file]', {
    description:
      'start all servers and keep them alive, with a live table on a terminal and a log elsewhere',
    examples: [
      'holdfast up',
      'holdfast up examples/holdfast.json',
      'holdfast up --json > events.jsonl',
    ],
  }).action(async (file: string | undefined, options: FleetOptions) => {
    const named = file ?? options.config;
    const config = await loadConfig(await configFile(named === undefined ? {} : { config: named }));
    for (const text of problemLines(config)) terminal.remark(text);
    if (Object.keys(config.servers).length === 0) throw noServers(config);
    const report = await superviseUntilStopped(config, terminal, options.json ?? false);
    terminal.print(options.json ? safeJson({ type: 'stopped', ...report }) : shutdownText(report));
    exit(report.left > 0 ? exitCodes.badAnswer : exitCodes.ok);
  });
}

function noServers({ file }: LoadedConfig): HoldfastError {
  return configError(`${file}: there is no server to start`, {
    advice: 'List one under "servers", by name.',
  });
}

function problemLines({ file, problems }: LoadedConfig): string[] {
  return problems.map(({ server, position, severity, path, message }) =>
    plainLine(
      `${relative(process.cwd(), file)}:${position} ${severity}: ${server}: ${path} ${message}`,
    ),
  );
}

/** Runs the fleet from start to verified end; everything that is opened here is closed here. */
async function superviseUntilStopped(
  config: LoadedConfig,
  terminal: Terminal,
  json: boolean,
): Promise<ShutdownReport> {
  const { fleet, stopped } = await createFleet(config);
  const control = await openControl(await socketPath(config.file), (method, params, asked) =>
    answerRequest(fleet, method, params, asked),
  );
  // A second wish forces: the supervisor takes a repeated stop as such (S1).
  const release = onStopSignal(() => void fleet.stopAll());
  const view = showFleet(fleet, terminal, json);
  try {
    fleet.supervisor.start().catch((error: unknown) => view.remark(errorText(error, false)));
    return await stopped;
  } finally {
    view.end();
    release();
    await control.close();
  }
}

async function createFleet(config: LoadedConfig): Promise<{
  readonly fleet: Fleet;
  /** The report of the first stop, whoever asked for it. */
  readonly stopped: Promise<ShutdownReport>;
}> {
  // Loaded here, so that the other commands do not wait for it.
  const { createSupervisor } = await import('../../supervisor/create-supervisor.ts');
  const supervisor = createSupervisor({ servers: config.servers, policy: config.policy });
  const startedAt = Date.now();
  let settle: (report: Promise<ShutdownReport>) => void;
  const stopped = new Promise<ShutdownReport>((resolve) => (settle = resolve));
  const stopAll = () => {
    const report = supervisor.stop();
    settle(report);
    return report;
  };
  const report = () => fleetReport(supervisor, config, startedAt);
  return { fleet: { supervisor, report, stopAll }, stopped };
}
