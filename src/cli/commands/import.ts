import { homedir } from 'node:os';
import { relative, resolve } from 'node:path';
import { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { helpEnd, type CommandContext } from '../fleet-command.ts';
import { openDraft } from '../hosts/config-draft.ts';
import { hostNames, hostPlaces, type HostName } from '../hosts/host-places.ts';
import type { ImportReport } from '../hosts/import-report.ts';
import { planImport } from '../hosts/plan-import.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { importText } from '../show/import-text.ts';
import { safeJson } from '../show/safe-json.ts';

interface ImportOptions {
  readonly from: readonly HostName[];
  readonly to: string;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function importCommand({ terminal, exit }: CommandContext): Command {
  return new Command('import')
    .description(
      'take over the servers that other hosts are configured with; exits 1 if one was not taken, or none was found',
    )
    .option(
      '--from <host>',
      `only this one of ${hostNames.join(', ')}; may be repeated`,
      addHost,
      [],
    )
    .option('--to <file>', 'configuration to write into', 'holdfast.json')
    .option('--force', 'replace servers that have the same name')
    .option('--dry-run', 'only show what would be written')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      helpEnd(['holdfast import --dry-run', 'holdfast import --from cursor --to holdfast.json']),
    )
    .action(async (options: ImportOptions) => {
      const report = await importServers(options);
      terminal.print(options.json ? safeJson(report, 2) : importText(report, terminal.colors));
      exit(isWhole(report) ? exitCodes.ok : exitCodes.badAnswer);
    });
}

async function importServers(options: ImportOptions): Promise<ImportReport> {
  const { from, to, force = false, dryRun = false } = options;
  const project = process.cwd();
  const target = resolve(to);
  const machine = { platform: process.platform, home: homedir(), project, env: process.env };
  const places = hostPlaces(machine, from.length > 0 ? from : hostNames);
  const read = await Promise.all(
    // A host's file that is written into is not its own source.
    places.filter(({ file }) => file !== target).map((place) => readHostFile(place, project)),
  );
  const files = read.flatMap((file) => file ?? []);
  const draft = await openDraft(target);
  const { servers, entries } = planImport(files, draft.present, force);
  const written = !dryRun && entries.size > 0;
  if (written) await draft.save(entries);
  return {
    files: files.map(({ host, file, fault }) => ({ host, file, ...(fault ? { fault } : {}) })),
    servers,
    to: relative(project, target),
    written,
  };
}

function isWhole({ files, servers }: ImportReport): boolean {
  return (
    files.length > 0 &&
    files.every(({ fault }) => fault === undefined) &&
    servers.every(({ outcome }) => outcome !== 'clash' && outcome !== 'unusable')
  );
}

function addHost(text: string, hosts: readonly HostName[]): readonly HostName[] {
  const host = hostNames.find((name) => name === text);
  if (host !== undefined) return [...hosts, host];
  throw new CliError('usage', 'USAGE', `there is no host ${JSON.stringify(text)} to import from`, {
    advice: `Known hosts: ${hostNames.join(', ')}.`,
  });
}
