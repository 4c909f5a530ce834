import { Command, Option } from 'commander';
import { basename } from 'node:path';
import type { Entry } from '../../record/read-recording.ts';
import { CliError } from '../cli-error.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { helpEnd, type CommandContext } from '../fleet-command.ts';
import { portNumber } from '../port-number.ts';
import { checkText } from '../show/check-text.ts';
import { safeJson } from '../show/safe-json.ts';
import { storyText } from '../show/story-text.ts';
import { onStopSignal } from '../signals.ts';
import type { Terminal } from '../terminal.ts';

interface ReplayOptions {
  readonly check?: boolean;
  readonly text?: boolean;
  readonly json?: boolean;
  readonly port?: number;
}

export function replayCommand({ terminal, exit }: CommandContext): Command {
  return new Command('replay')
    .argument('<file>', 'what "holdfast up --record" wrote')
    .description('tell what a recorded fleet went through, and check it against the contract')
    .addOption(new Option('--text', 'print the story').conflicts('json'))
    .option('--check', 'name the first step that should not have been possible')
    .addOption(
      new Option('--port <port>', 'show it on this port of 127.0.0.1 (default: a free one)')
        .argParser(portNumber('--port'))
        .conflicts(['check', 'text', 'json']),
    )
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      helpEnd(['holdfast replay incident.jsonl', 'holdfast replay incident.jsonl --check']),
    )
    .action(async (file: string, options: ReplayOptions) => {
      const entries = await readEntries(file);
      exit(await answer(file, entries, options, terminal));
    });
}

async function answer(
  file: string,
  entries: readonly Entry[],
  options: ReplayOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (options.check) return check(file, entries, options, terminal);
  if (options.text || options.json) return tell(entries, options, terminal);
  return show(file, entries, options, terminal);
}

/** In the live view's page, until a signal ends it (S5). */
async function show(
  file: string,
  entries: readonly Entry[],
  { port }: ReplayOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  // Loaded here, so that the other commands do not wait for them.
  const { recordedFleet } = await import('../replay/recorded-fleet.ts');
  const { serveReplay } = await import('../../view/server/serve-replay.ts');
  const view = await serveReplay(recordedFleet(basename(file), entries), port).catch(
    (cause: unknown) => {
      const { code = 'unknown' } = cause as NodeJS.ErrnoException;
      if (port === undefined) throw cause;
      throw new CliError('usage', 'PORT_TAKEN', `port ${port} cannot be used: ${code}`, {
        advice: 'Leave --port out, and a free one is taken.',
        cause,
      });
    },
  );
  terminal.print(`Replay: ${view.address}\nCtrl-C ends it.`);
  await new Promise<void>((resolve) => {
    const release = onStopSignal(() => {
      release();
      resolve();
    });
  });
  await view.close();
  return exitCodes.ok;
}

async function check(
  file: string,
  entries: readonly Entry[],
  { text, json }: ReplayOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  // Loaded here, so that the other commands do not wait for it.
  const { checkRecording } = await import('../../record/check/check-recording.ts');
  const report = checkRecording(entries);
  if (text) terminal.print(storyText(entries, terminal.colors));
  terminal.print(json ? safeJson(report, 2) : checkText(file, report, terminal.colors));
  return report.findings.length > 0 ? exitCodes.badAnswer : exitCodes.ok;
}

function tell(entries: readonly Entry[], { json }: ReplayOptions, terminal: Terminal): ExitCode {
  const lines = entries.flatMap(({ line }) => line ?? []);
  terminal.print(json ? safeJson(lines, 2) : storyText(entries, terminal.colors));
  return exitCodes.ok;
}

/** @throws CliError `FILE_UNREADABLE` */
async function readEntries(file: string): Promise<readonly Entry[]> {
  const { readRecording } = await import('../../record/read-recording.ts');
  try {
    return await readRecording(file);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === undefined ? message : `${file} cannot be read: ${code}`;
    throw new CliError('usage', 'FILE_UNREADABLE', why, {
      advice: 'Name a file that "holdfast up --record" wrote.',
      cause,
    });
  }
}
