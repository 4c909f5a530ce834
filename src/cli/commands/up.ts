import type { Command } from 'commander';
import { configError } from '../../config/config-error.ts';
import { loadConfig, type LoadedConfig } from '../../config/load-config.ts';
import type { HoldfastError } from '../../errors/holdfast-error.ts';
import type { Recording } from '../../record/recorder.ts';
import type { ShutdownReport } from '../../supervisor/supervisor.ts';
import type { ConfigWatch } from '../../supervisor/watch-config.ts';
import { configFile } from '../ask-fleet.ts';
import { answerRequest, type Fleet } from '../control/answer-request.ts';
import { openControl } from '../control/control-server.ts';
import { socketPaths } from '../control/socket-path.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { fleetReport } from '../fleet-report.ts';
import { openView, wantsView, type ViewWish } from '../fleet-view.ts';
import { openInspector, type InspectWish } from '../inspect-fleet.ts';
import { portNumber } from '../port-number.ts';
import { superviseAsAsked, type RecordWish } from '../record-fleet.ts';
import { errorText } from '../show/error-text.ts';
import { problemLines } from '../show/problem-lines.ts';
import { safeJson } from '../show/safe-json.ts';
import { showFleet, type FleetView } from '../show/show-fleet.ts';
import { shutdownText } from '../show/shutdown-text.ts';
import { onStopSignal } from '../signals.ts';
import type { Terminal } from '../terminal.ts';

type UpOptions = FleetOptions & ViewWish & RecordWish & InspectWish & { readonly watch: boolean };

export function upCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('up [file]', {
    description:
      'start all servers and keep them alive, with a live table on a terminal and a log elsewhere',
    examples: [
      'holdfast up',
      'holdfast up examples/holdfast.json',
      'holdfast up --json > events.jsonl',
    ],
  })
    .option('--no-watch', 'keep to the configuration as it is now, also when its file changes')
    .option('--view', 'serve the live view (default on a terminal)')
    .option('--no-view', 'do not serve it')
    .option(
      '--view-port <port>',
      'serve it on this port of 127.0.0.1 (default: a free one)',
      portNumber('--view-port'),
    )
    .option('--inspect', 'show every server in the Stately inspector, which needs the internet')
    .option(
      '--inspect-port <port>',
      'serve the inspector on this port of 127.0.0.1 (default: a free one)',
      portNumber('--inspect-port'),
    )
    .option('--record <file>', 'record what happens as JSON lines, for "holdfast replay"')
    .option('--record-calls', 'record arguments and results of calls too; they may hold secrets')
    .action(async (file: string | undefined, options: UpOptions) => {
      const named = file ?? options.config;
      const path = await configFile(named === undefined ? {} : { config: named });
      const config = await loadConfig(path);
      for (const line of problemLines(config)) terminal.remark(line);
      if (Object.keys(config.servers).length === 0) throw noServers(config);
      const report = await superviseInspected(config, terminal, options);
      const end = { type: 'stopped', ...report };
      terminal.print(options.json ? safeJson(end) : shutdownText(report));
      exit(report.left > 0 ? exitCodes.badAnswer : exitCodes.ok);
    });
}

function noServers({ file }: LoadedConfig): HoldfastError {
  return configError(`${file}: there is no server to start`, {
    advice: 'List one under "servers", by name.',
  });
}

/** The inspector is there before the first actor is, and sees the last one end. */
async function superviseInspected(
  config: LoadedConfig,
  terminal: Terminal,
  options: UpOptions,
): Promise<ShutdownReport> {
  const inspector = await openInspector(options);
  try {
    return await superviseUntilStopped(config, terminal, { ...options, inspector });
  } finally {
    if (inspector && 'stop' in inspector) await inspector.stop();
  }
}

type Opened = UpOptions & { readonly inspector: Awaited<ReturnType<typeof openInspector>> };

/** Runs the fleet from start to verified end; everything that is opened here is closed here. */
async function superviseUntilStopped(
  config: LoadedConfig,
  terminal: Terminal,
  options: Opened,
): Promise<ShutdownReport> {
  const { control, made } = await openFleet(config, options, terminal);
  const { fleet, stopped, follow, recording } = made;
  // A second wish forces: the supervisor takes a repeated stop as such (S1).
  const release = onStopSignal(() => void fleet.stopAll());
  const page = wantsView(options, terminal)
    ? await openView(fleet.supervisor, config.file, options.viewPort)
    : undefined;
  const pages = [page, options.inspector].filter((each) => each !== undefined);
  const view = showFleet(fleet, terminal, { json: options.json === true, pages });
  const watching = options.watch ? follow(view) : undefined;
  try {
    fleet.supervisor.start().catch((error: unknown) => view.remark(errorText(error, false)));
    return await stopped;
  } finally {
    watching?.close();
    view.end();
    release();
    if (page && 'close' in page) await page.close();
    await control.close();
    await recording?.end();
  }
}

/** The socket comes first: an `up` that is refused must not have touched the other one's recording. */
async function openFleet(config: LoadedConfig, wish: Opened, terminal: Terminal) {
  let tell: (fleet: Fleet) => void = () => undefined;
  const fleet = new Promise<Fleet>((resolve) => (tell = resolve));
  const control = await openControl(await socketPaths(config.file), async (method, params, asked) =>
    answerRequest(await fleet, method, params, asked),
  );
  try {
    const made = await createFleet(config, wish, terminal);
    tell(made.fleet);
    return { control, made };
  } catch (error) {
    await control.close();
    throw error;
  }
}

interface MadeFleet {
  readonly fleet: Fleet;
  /** The report of the first stop, whoever asked for it. */
  readonly stopped: Promise<ShutdownReport>;
  /** Follows the file from now on (F4). */
  readonly follow: (view: FleetView) => ConfigWatch;
  readonly recording: Recording | undefined;
}

async function createFleet(
  loaded: LoadedConfig,
  wish: Opened,
  terminal: Terminal,
): Promise<MadeFleet> {
  // Loaded here, so that the other commands do not wait for it.
  const { watchConfig } = await import('../../supervisor/watch-config.ts');
  const { servers, policy } = loaded;
  const { inspector } = wish;
  const { supervisor, recording } = await superviseAsAsked(
    { servers, policy, ...(inspector && 'inspect' in inspector && { inspect: inspector.inspect }) },
    wish,
    terminal,
  );
  const startedAt = Date.now();
  let config = loaded;
  let settle: (report: Promise<ShutdownReport>) => void;
  const stopped = new Promise<ShutdownReport>((resolve) => (settle = resolve));
  const stopAll = () => {
    const report = supervisor.stop();
    settle(report);
    return report;
  };
  const follow = (view: FleetView) =>
    watchConfig(loaded, supervisor, {
      onReload: (reload) => {
        config = reload.config;
        view.reloaded(reload);
      },
      onFault: (fault) => view.remark(`${errorText(fault, false)}\nThe fleet goes on as it was.`),
    });
  const report = () => fleetReport(supervisor, config, startedAt);
  return { fleet: { supervisor, report, stopAll }, stopped, follow, recording };
}
