import type { Command } from 'commander';
import { plainLine } from '../../link/plain-text.ts';
import type { Progress } from '../../link/session.ts';
import { askFleet } from '../ask-fleet.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { milliseconds } from '../milliseconds.ts';
import { callText } from '../show/call-text.ts';
import { safeJson } from '../show/safe-json.ts';
import { parseArguments } from './call-arguments.ts';

type CallCommandOptions = FleetOptions & { readonly timeoutMs?: number };

export function callCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('call <server> <tool> [arguments...]', {
    description:
      'call a tool; its arguments are one JSON object, or key=value with values in JSON or plain text',
    examples: [
      'holdfast call files list_directory path=/tmp',
      `holdfast call everything get-sum '{"a": 2, "b": 3}'`,
      `holdfast call everything echo 'message="5"'   # a text, not a number`,
    ],
  })
    .option('--timeout-ms <number>', 'time from sending to the answer', milliseconds)
    .action(async (server: string, tool: string, given: string[], options: CallCommandOptions) => {
      const args = parseArguments(given);
      const { timeoutMs } = options;
      const oneShot = {
        server,
        onProblem: (text: string) => terminal.remark(plainLine(text)),
        onProgress: (text: string) => terminal.progress(text),
      };
      const result = await askFleet(options, oneShot, (ask) =>
        ask('call', { server, tool, args, timeoutMs }, { onProgress: showProgress }),
      ).finally(() => terminal.progress(''));
      terminal.print(options.json ? safeJson(result, 2) : callText(result));
      exit(result.isError ? exitCodes.badAnswer : exitCodes.ok);
    });

  function showProgress({ progress, total, message = '' }: Progress): void {
    terminal.progress(plainLine(`${progress}${total === undefined ? '' : `/${total}`} ${message}`));
  }
}
