import { countText } from '../../health/count-text.ts';
import { plainLine } from '../../link/plain-text.ts';
import type { ImportReport } from '../hosts/import-report.ts';
import type { ImportedServer } from '../hosts/plan-import.ts';
import type { Terminal } from '../terminal.ts';

type Colors = Terminal['colors'];

/** What was found in hosts' files and what became of it, file by file. Shows no values (L9). */
export function importText(report: ImportReport, colors: Colors): string {
  if (report.files.length === 0) return 'No host has left a configuration on this machine.';
  const blocks = report.files.map(({ host, file, fault }) => {
    const found = report.servers.filter((server) => server.file === file);
    return [
      `${colors.bold(host)}  ${colors.dim(plainLine(file))}`,
      ...(fault === undefined ? [] : [`  ${colors.red('✗')} ${plainLine(fault)}`]),
      ...found.flatMap((server) => serverLines(server, colors)),
    ].join('\n');
  });
  return [...blocks, ending(report)].join('\n\n');
}

function serverLines(found: ImportedServer, colors: Colors): string[] {
  const { server, outcome, disabled, reason, notes } = found;
  const state = disabled ? colors.dim('  (disabled)') : '';
  const why = reason === undefined ? '' : `: ${plainLine(reason)}`;
  return [
    `  ${sign(outcome, colors)} ${plainLine(server)}  ${words[outcome]}${why}${state}`,
    ...notes.map((note) => `      ${colors.yellow('!')} ${plainLine(note)}`),
  ];
}

const words: Readonly<Record<ImportedServer['outcome'], string>> = {
  added: 'added',
  replaced: 'replaced',
  same: 'is there already',
  clash: 'not taken',
  unusable: 'cannot be used',
};

function sign(outcome: ImportedServer['outcome'], colors: Colors): string {
  if (outcome === 'added' || outcome === 'replaced') return colors.green('+');
  return outcome === 'same' ? colors.dim('=') : colors.red('✗');
}

function ending({ servers, to, written }: ImportReport): string {
  const taken = servers.filter(({ outcome }) => outcome === 'added' || outcome === 'replaced');
  const count = countText(taken.length, 'server');
  if (taken.length === 0) return `Nothing to write; ${plainLine(to)} stays as it is.`;
  return written
    ? `${count} written to ${plainLine(to)}; next: holdfast doctor ${plainLine(to)}`
    : `${count} would be written to ${plainLine(to)}; run it without --dry-run.`;
}
