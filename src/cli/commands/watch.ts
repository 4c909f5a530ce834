import type { Command } from 'commander';
import { plainLine } from '../../link/plain-text.ts';
import { askRunning } from '../ask-fleet.ts';
import { CliError } from '../cli-error.ts';
import type { SightEnd } from '../control/server-sight.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { safeJson } from '../show/safe-json.ts';
import { showSights } from '../show/show-sights.ts';
import type { Terminal } from '../terminal.ts';

export function watchCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('watch <server>', {
    description:
      'follow one server: its state, timers and events as they happen; ends with the server or with "up"',
    examples: [
      'holdfast watch files',
      'holdfast watch files > files.log    # one line per event',
      'holdfast watch files --json         # JSON lines of type event, status and ended',
    ],
  }).action(async (server: string, options: FleetOptions) => {
    const { json = false } = options;
    const why = await follow(server, options, terminal);
    if (why === 'interrupted' || why === 'readerLeft') {
      exit(why === 'interrupted' ? exitCodes.interrupted : exitCodes.ok);
      return;
    }
    if (json) terminal.print(safeJson({ type: 'ended', server, why }));
    else terminal.remark(endText(server, why));
    exit(why === 'removed' ? exitCodes.badAnswer : exitCodes.ok);
  });
}

/** What a person or a program does to end a watch is no error. */
async function follow(
  server: string,
  options: FleetOptions,
  terminal: Terminal,
): Promise<SightEnd | 'interrupted' | 'readerLeft'> {
  const view = showSights(terminal, options.json ?? false);
  try {
    return await askRunning(options, (ask) =>
      ask(
        'watch',
        { server },
        {
          onSight: async (sight) => {
            view.see(sight);
            // A reader that is slow is waited for; one that left will not come back.
            if (!(await terminal.flushed())) throw readerLeft();
          },
        },
      ),
    );
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    if (error.code === 'INTERRUPTED') return 'interrupted';
    if (error.code === 'READER_LEFT') return 'readerLeft';
    throw error.code === 'CONTROL_LOST' ? brokenOff(server, error) : error;
  } finally {
    view.end();
  }
}

function endText(server: string, why: SightEnd): string {
  return why === 'removed'
    ? `${plainLine(server)} was taken out of the configuration; there is nothing more to watch`
    : 'the running "up" was stopped; there is nothing more to watch';
}

function readerLeft(): CliError {
  return new CliError('ok', 'READER_LEFT', 'nobody reads on', { advice: '' });
}

function brokenOff(server: string, cause: CliError): CliError {
  return new CliError('notRunning', 'CONTROL_LOST', 'the running "up" ended without a word', {
    advice: `It was killed or is frozen. Start it again with "holdfast up", then watch ${server}.`,
    cause,
  });
}
