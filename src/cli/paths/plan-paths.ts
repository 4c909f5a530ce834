import { createServerMachine } from '../../../machines/server.machine.ts';
import { generatePaths } from '../../testing/paths/generate-paths.ts';
import { PathError } from '../../testing/paths/path-error.ts';
import type { PathPlan } from '../../testing/paths/path-plan.ts';
import type { PathProgress } from '../../testing/paths/space.ts';
import { CliError } from '../cli-error.ts';
import { loadMachine } from './load-machine.ts';
import type { PathsOptions } from './paths-options.ts';
import { readSpace } from './read-space.ts';
import { renderPlan } from './render-plan.ts';

export interface PlanContext {
  /** The command line, to be written into a test. */
  readonly command: string;
  readonly onProgress: (progress: PathProgress) => void;
}

/** Loads the machine, makes its paths and writes them out. @throws CliError, HoldfastError */
export async function planPaths(
  options: PathsOptions,
  { command, onProgress }: PlanContext,
): Promise<{ readonly plan: PathPlan; readonly text: string }> {
  const { cover, limit, format, out } = options;
  try {
    const loaded = options.machine === undefined ? undefined : await loadMachine(options.machine);
    // Chance plays no part in a path.
    const found = loaded ?? { machine: createServerMachine({ random: () => 0 }), factory: true };
    const space = await readSpace(found, options);
    const plan = generatePaths(found.machine, { ...space, cover, limit, onProgress });
    return { plan, text: renderPlan(plan, { format, loaded, out, command }) };
  } catch (error) {
    throw error instanceof PathError ? ofUsage(error) : error;
  }
}

function ofUsage(error: PathError): CliError {
  const { code, message, advice } = error;
  return new CliError('usage', code, message, { advice, cause: error });
}
