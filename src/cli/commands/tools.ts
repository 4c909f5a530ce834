import type { Command } from 'commander';
import { hintAt } from '../../../machines/nearest-name.ts';
import type { ListedTool } from '../../catalogue/tool.ts';
import { HoldfastError } from '../../errors/holdfast-error.ts';
import { describeError } from '../../health/describe-event.ts';
import { plainLine } from '../../link/plain-text.ts';
import { askFleet } from '../ask-fleet.ts';
import type { FleetReport } from '../control/requests.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { hasParked } from '../fleet-report.ts';
import { safeJson } from '../show/safe-json.ts';
import { toolText } from '../show/tool-text.ts';
import { toolsTable } from '../show/tools-table.ts';

type ToolsOptions = FleetOptions & { readonly all?: boolean };

export function toolsCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('tools [server] [tool]', {
    description:
      'list the tools that can be called, of one server or of all, or show one whole; starts them for the moment if none is up',
    examples: ['holdfast tools', 'holdfast tools files --json', 'holdfast tools files read_file'],
  })
    .option('--all', 'also those of parked servers')
    .action(async (server: string | undefined, tool: string | undefined, options: ToolsOptions) => {
      const oneShot = {
        server,
        onProblem: (text: string) => terminal.remark(plainLine(text)),
        onProgress: (text: string) => terminal.progress(text),
      };
      const { tools, report } = await askFleet(options, oneShot, async (ask) => ({
        tools: await ask('tools', { server, all: options.all }),
        report: await ask('status', {}),
      }));
      if (server !== undefined && tool !== undefined) {
        const found = findTool(tools, server, tool);
        terminal.print(options.json ? safeJson(found, 2) : toolText(found, terminal.width()));
      } else
        terminal.print(options.json ? safeJson(tools, 2) : toolsTable(tools, terminal.width()));
      const shown = concerned(report, server);
      for (const line of absences(shown)) terminal.remark(line);
      exit(hasParked(shown) ? exitCodes.badAnswer : exitCodes.ok);
    });
}

/** By its own name, or by the one that it is offered under. */
function findTool(tools: readonly ListedTool[], server: string, name: string): ListedTool {
  const found =
    tools.find((tool) => tool.name === name) ?? tools.find((tool) => tool.displayName === name);
  if (found !== undefined) return found;
  const known = tools.map((tool) => tool.name);
  throw new HoldfastError('TOOL_UNKNOWN', plainLine(`${server} has no tool named ${name} now`), {
    server,
    advice: plainLine(`See "holdfast tools ${server}"; ${hintAt(name, known)}`),
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
