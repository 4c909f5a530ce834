import { resolve } from 'node:path';
import { findConfig, likelyConfigs, requireConfig } from '../config/find-config.ts';
import { CliError } from './cli-error.ts';
import { connectUp } from './control/control-client.ts';
import type { Ask } from './control/requests.ts';
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
  return askUp(options, use, async (file) => {
    await requireConfig(file);
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
    const ask = await runningUp(options);
    return ask ? use(withSignal(ask, signal)) : otherwise(await configFile(options), signal);
  });
}

/** F4: a fleet goes on when its file is deleted or broken, so it is found without reading it. */
async function runningUp({ config }: FleetOptions): Promise<Ask | undefined> {
  const files = config === undefined ? await likelyConfigs(process.cwd()) : [resolve(config)];
  for (const file of files) {
    const ask = await connectUp(file);
    if (ask) return ask;
  }
  return undefined;
}

/** The configuration that a command is about, as an absolute path. */
export async function configFile({ config }: FleetOptions): Promise<string> {
  return config === undefined ? findConfig(process.cwd()) : resolve(config);
}

function withSignal(ask: Ask, signal: AbortSignal): Ask {
  return (method, params, options = {}) => ask(method, params, { ...options, signal });
}
