import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { createServerMachine } from '../../../machines/server.machine.ts';
import { packageFolder } from '../../package-folder.ts';
import { CliError } from '../cli-error.ts';
import { safeJson } from '../show/safe-json.ts';

export const graphFormats = ['mermaid', 'svg', 'ascii', 'json'] as const;

export type GraphFormat = (typeof graphFormats)[number];

/**
 * A server's machine, or the one state at `region`, as text.
 * @throws CliError `USAGE` if there is no such state, or no picture of it.
 */
export async function drawMachine(
  format: GraphFormat,
  region: string | undefined,
): Promise<string> {
  // Loaded here, so that the other commands do not wait for them.
  const { createServerMachine: create } = await import('../../../machines/server.machine.ts');
  const draw = await drawerOf(format);
  // Chance plays no part in the drawing.
  const machine = create({ random: () => 0 });
  try {
    return await draw(machine, region === undefined ? {} : { region });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CliError('usage', 'USAGE', error.message, {
      advice: 'Name a state by its path, as in "connection.parked".',
      cause: error,
    });
  }
}

type Machine = ReturnType<typeof createServerMachine>;

type Draw = (machine: Machine, part: { readonly region?: string }) => string | Promise<string>;

async function drawerOf(format: GraphFormat): Promise<Draw> {
  switch (format) {
    case 'mermaid':
      return (await import('../../view/chart/mermaid.ts')).toMermaid;
    case 'ascii':
      return (await import('../../view/chart/outline.ts')).toOutline;
    case 'json': {
      const { toGraph } = await import('../../view/chart/chart-graph.ts');
      return (machine, part) => safeJson(toGraph(machine, part), 2);
    }
    case 'svg':
      return readPicture;
  }
}

/** Laying a chart out takes long and a large library, so the package brings its pictures along. */
async function readPicture(
  { root }: Machine,
  { region }: { readonly region?: string },
): Promise<string> {
  const drawn = Object.keys(root.states);
  if (region !== undefined && !drawn.includes(region))
    throw new RangeError(`svg is of the whole machine or of a region: ${drawn.join(', ')}`);
  return readFile(
    join(packageFolder(), 'docs/pictures/machine', `${region ?? root.key}.svg`),
    'utf8',
  );
}
