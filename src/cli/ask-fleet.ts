import { resolve } from 'node:path';
import { findConfig } from '../config/find-config.ts';
import { CliError } from './cli-error.ts';
import { connectControl } from './control/control-client.ts';
import type { Ask } from './control/requests.ts';
import { socketPath } from './control/socket-path.ts';
import type { FleetOptions } from './fleet-command.ts';
import { interruptible } from './interruptible.ts';
import { askOnce, type OneShot } from './one-shot.ts';

/**
 * Asks the `up` that runs for a configuration.
 * @throws CliError `UP_NOT_RUNNING`
 */
export async function askRunning<Result>(
  options: FleetOptions,
  use: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  return askUp(options, use, (file) => {
    throw new CliError('notRunning', 'UP_NOT_RUNNING', `nothing is up for ${file}`, {
      advice: `Start it with "holdfast up --config ${file}".`,
    });
  });
}

/** The same, but starts the servers that are needed for this one question if none runs. */
export async function askFleet<Result>(
  options: FleetOptions,
  oneShot: OneShot,
  use: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  return askUp(options, use, (file, signal) =>
    askOnce(file, { ...oneShot, signal }, (ask) => use(withSignal(ask, signal))),
  );
}

/** What to do if no `up` runs is up to `otherwise`. */
async function askUp<Result>(
  options: FleetOptions,
  use: (ask: Ask) => Promise<Result>,
  otherwise: (file: string, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return interruptible(async (signal) => {
    const file = await configFile(options);
    const ask = await connectControl(await socketPath(file));
    return ask ? use(withSignal(ask, signal)) : otherwise(file, signal);
  });
}

/** The configuration that a command is about, as an absolute path. */
export async function configFile({ config }: FleetOptions): Promise<string> {
  return config === undefined ? findConfig(process.cwd()) : resolve(config);
}

function withSignal(ask: Ask, signal: AbortSignal): Ask {
  return (method, params, options = {}) => ask(method, params, { ...options, signal });
}
