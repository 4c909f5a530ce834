import type { Command } from 'commander';
import { plainLine } from '../../link/plain-text.ts';
import { askRunning } from '../ask-fleet.ts';
import type { RetryReport } from '../control/requests.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { safeJson } from '../show/safe-json.ts';

export function retryCommand(context: CommandContext): Command {
  return fleetCommand('retry <server>', {
    description:
      'make an attempt now, whatever the server is waiting for; a ready one gets a new session; exits 1 if it fails',
    examples: ['holdfast retry files'],
  }).action((server: string, options: FleetOptions) => run('retry', { server, options, context }));
}

export function restartCommand(context: CommandContext): Command {
  return fleetCommand('restart <server>', {
    description: 'rebuild a running server, or start a stopped one; exits 1 if it fails',
    examples: ['holdfast restart files'],
  }).action((server: string, options: FleetOptions) =>
    run('restart', { server, options, context }),
  );
}

async function run(
  method: 'retry' | 'restart',
  {
    server,
    options,
    context: { terminal, exit },
  }: {
    readonly server: string;
    readonly options: FleetOptions;
    readonly context: CommandContext;
  },
): Promise<void> {
  terminal.progress(`waiting for an attempt at ${plainLine(server)}`);
  const report = await askRunning(options, (ask) => ask(method, { server })).finally(() =>
    terminal.progress(''),
  );
  terminal.print(options.json ? safeJson(report, 2) : describe(server, report));
  const bad = report.outcome === 'failed' || report.outcome === 'shutDown';
  exit(bad ? exitCodes.badAnswer : exitCodes.ok);
}

function describe(server: string, { outcome, error }: RetryReport): string {
  switch (outcome) {
    case 'revived':
      return `${server} is ready`;
    case 'failed':
      return `${plainLine(error?.message ?? `${server} could not be reached`)}\n${seeWhy(server)}`;
    case 'shutDown':
      return `${server} is shut down; "holdfast restart ${server}" starts it`;
    case 'nothing':
      return `${server} needs no attempt now`;
  }
}

function seeWhy(server: string): string {
  return `"holdfast explain ${server}" says what can be done.`;
}
