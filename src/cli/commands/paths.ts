import { Command, Option } from 'commander';
import type { PathPlan } from '../../testing/paths/path-plan.ts';
import { unreachedText } from '../../testing/paths/unreached-text.ts';
import { exitCodes } from '../exit-codes.ts';
import { helpEnd, type CommandContext } from '../fleet-command.ts';
import type { PathsOptions } from '../paths/paths-options.ts';
import { readBudget, type Budget } from '../paths/read-input.ts';
import { saveFile } from '../save-file.ts';
import { safeJson } from '../show/safe-json.ts';
import { pathsText } from '../show/paths-text.ts';
import { shellWord } from '../show/shell-word.ts';
import { CliError } from '../cli-error.ts';
import type { Terminal } from '../terminal.ts';

export function pathsCommand({ terminal, exit }: CommandContext): Command {
  return new Command('paths')
    .description(
      "write tests, a table or a drawing of all ways through a server's machine, or yours",
    )
    .option(
      '--machine <file#export>',
      "a machine of your own, or a function that makes it (default: holdfast's own)",
    )
    .addOption(
      choice('--format <format>', 'what to write', ['vitest', 'json', 'markdown', 'mermaid']),
    )
    .addOption(
      choice('--cover <what>', 'what the paths take between them', ['edges', 'states', 'pairs']),
    )
    .option(
      '--budget <name=value>',
      "in holdfast's machine a field of its policy, in yours one of its input, as in a.b=1; may be repeated",
      addBudget,
      [],
    )
    .option(
      '--events <file>',
      'JSON: a list of events with their payloads, or { "state.path": [events] }',
    )
    .option('--input <json>', 'what the machine is started with: JSON, or a file with JSON')
    .option(
      '--ignore <path>',
      'part of the context that no guard or delay reads; may be repeated',
      addPath,
      [],
    )
    .option('--limit <steps>', 'give up after so many steps', positive, 200_000)
    .option('-o, --out <file>', 'write into this file (default: print)')
    .option('--json', 'answer in JSON')
    .addHelpText('after', helpEnd(examples))
    .action(async (options: PathsOptions, command: Command) => {
      const { plan, text } = await makePaths(options, terminal, commandLine(command));
      const { out } = options;
      if (out !== undefined) await saveFile(out, text);
      const missing = unreachedText(plan.unreached);
      if (missing !== undefined) terminal.remark(`${missing} See --events, --input and --budget.`);
      if (options.json)
        terminal.print(
          safeJson({ ...summary(plan, options), ...(out === undefined && { text }) }, 2),
        );
      else terminal.print(out === undefined ? text.trimEnd() : pathsText(plan, out));
      exit(exitCodes.ok);
    });
}

const examples = [
  'holdfast paths --out server.paths.test.js',
  'holdfast paths --machine ./order.machine.js#createOrder --events events.json --out order.paths.test.js',
  'holdfast paths --machine ./order.machine.js --format markdown',
  'holdfast paths --cover states --format mermaid --budget failureThreshold=2',
];

async function makePaths(
  options: PathsOptions,
  terminal: Terminal,
  command: string,
): Promise<{ plan: PathPlan; text: string }> {
  // Loaded here, so that the other commands do not wait for it.
  const { planPaths } = await import('../paths/plan-paths.ts');
  try {
    return await planPaths(options, {
      command,
      onProgress: ({ states, steps }) =>
        terminal.progress(`${states} states, ${steps} steps so far`),
    });
  } finally {
    terminal.progress('');
  }
}

function summary(
  { machine, cover, counts, unreached, paths }: PathPlan,
  { format, out }: PathsOptions,
): object {
  const onClock = paths.filter(({ clock }) => clock).length;
  return {
    machine,
    format,
    cover,
    ...counts,
    unreached,
    paths: paths.length,
    onClock,
    ...(out !== undefined && { out }),
  };
}

/** The command as it would be typed again, for the first lines of a test. */
function commandLine(command: Command): string {
  const given = command.options
    .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
    .filter(({ long }) => long !== '--json')
    .flatMap((option) =>
      valuesOf(command, option).map((value) => `${option.long ?? ''} ${shellWord(value)}`),
    );
  return ['holdfast paths', ...given].join(' ');
}

function valuesOf(command: Command, option: Option): string[] {
  const value: unknown = command.getOptionValue(option.attributeName());
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map((one) =>
    isBudget(one) ? `${one.name}=${JSON.stringify(one.value)}` : String(one),
  );
}

function isBudget(value: unknown): value is Budget {
  return typeof value === 'object' && value !== null && 'name' in value;
}

function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).default(choices[0]);
}

function addBudget(text: string, budgets: readonly Budget[]): readonly Budget[] {
  return [...budgets, readBudget(text)];
}

function addPath(path: string, paths: readonly string[]): readonly string[] {
  return [...paths, path];
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new CliError('usage', 'USAGE', `--limit must be a whole number above 0, not ${text}`, {
    advice: 'It counts steps: 200000 is the default.',
  });
}
