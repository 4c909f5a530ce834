import { Command, Option } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import { helpEnd, type CommandContext } from '../fleet-command.ts';
import { drawMachine, graphFormats, type GraphFormat } from '../graph/draw-machine.ts';
import { saveFile } from '../save-file.ts';
import { safeJson } from '../show/safe-json.ts';

interface GraphOptions {
  readonly format: GraphFormat;
  readonly region?: string;
  readonly out?: string;
  readonly json?: boolean;
}

export function graphCommand({ terminal, exit }: CommandContext): Command {
  return new Command('graph')
    .description("draw a server's life, with its events, guards and delays by name")
    .addOption(
      new Option('--format <format>', 'mermaid text, an SVG picture, an outline in ASCII, or JSON')
        .choices(graphFormats)
        .default('mermaid'),
    )
    .option(
      '--region <path>',
      'only this part: connection or breaker; for all but svg also a state such as connection.parked',
    )
    .option('-o, --out <file>', 'write into this file (default: print)')
    .option('--json', 'answer in JSON: the graph itself, or what was written with --out')
    .addHelpText('after', helpEnd(examples))
    .action(async ({ format: given, region, out, json = false }: GraphOptions) => {
      const format = json && out === undefined ? 'json' : given;
      const text = (await drawMachine(format, region)).trimEnd();
      if (out !== undefined) await saveFile(out, `${text}\n`);
      if (out === undefined) terminal.print(text);
      else terminal.print(json ? safeJson({ format, region, out }, 2) : `Written to ${out}.`);
      exit(exitCodes.ok);
    });
}

const examples = [
  'holdfast graph > server.mmd',
  'holdfast graph --format ascii --region breaker',
  'holdfast graph --format svg --region connection --out connection.svg',
  'holdfast graph --format json',
];
