import type { Command } from 'commander';
import { describeError } from '../../health/describe-event.ts';
import { plainLine } from '../../link/plain-text.ts';
import { askFleet } from '../ask-fleet.ts';
import type { FleetReport } from '../control/requests.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { hasParked } from '../fleet-report.ts';
import { safeJson } from '../show/safe-json.ts';
import { toolsTable } from '../show/tools-table.ts';

type ToolsOptions = FleetOptions & { readonly all?: boolean };

export function toolsCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('tools [server]', {
    description:
      'list the tools that can be called, of one server or of all; starts them for the moment if none is up',
    examples: ['holdfast tools', 'holdfast tools files --json'],
  })
    .option('--all', 'also those of parked servers')
    .action(async (server: string | undefined, options: ToolsOptions) => {
      const oneShot = { server, onProblem: (text: string) => terminal.remark(plainLine(text)) };
      const { tools, report } = await askFleet(options, oneShot, async (ask) => ({
        tools: await ask('tools', { server, all: options.all }),
        report: await ask('status', {}),
      }));
      terminal.print(options.json ? safeJson(tools, 2) : toolsTable(tools, terminal.width()));
      const shown = concerned(report, server);
      for (const line of absences(shown)) terminal.remark(line);
      exit(hasParked(shown) ? exitCodes.badAnswer : exitCodes.ok);
    });
}

function concerned(
  { servers }: FleetReport,
  name: string | undefined,
): Pick<FleetReport, 'servers'> {
  return { servers: servers.filter(({ server }) => name === undefined || server === name) };
}

/** Why a server that could have tools shows none. */
function absences({ servers }: Pick<FleetReport, 'servers'>): string[] {
  return servers
    .filter(({ state }) => state !== 'ready' && state !== 'disabled')
    .map(({ server, state, lastError }) =>
      plainLine(`${server} is ${state}${lastError ? `: ${describeError(lastError)}` : ''}`),
    );
}
