import { plainLine } from '../../link/plain-text.ts';
import type { CheckReport, Finding } from '../../record/check/check-recording.ts';
import type { Terminal } from '../terminal.ts';

/** Findings that are shown; the others are counted. */
const SHOWN = 20;

/** What the check of a recording found, the first impossible step before all. */
export function checkText(file: string, report: CheckReport, colors: Terminal['colors']): string {
  const { findings } = report;
  const lines = [`${file}: ${summary(report)}`, ...remarks(report).map((each) => `  ${each}`)];
  const first = findings.find(({ kind }) => kind === 'impossible');
  if (first) lines.push(colors.red(`The first impossible step: ${findingText(first)}`));
  const others = findings.filter((finding) => finding !== first);
  lines.push(...others.slice(0, SHOWN).map((finding) => `  ${findingText(finding)}`));
  if (others.length > SHOWN) lines.push(`  and ${others.length - SHOWN} more`);
  if (findings.length === 0) lines.push(colors.green('Nothing in it is impossible.'));
  return lines.join('\n');
}

function summary({ lines, runs, servers, steps }: CheckReport): string {
  return `${lines} lines, ${runs} runs, ${servers.length} servers, ${steps} steps checked`;
}

function remarks({ missing, unchecked, halfLines, isOpen }: CheckReport): string[] {
  return [
    ...(missing > 0 ? [`${missing} lines were not recorded: the disk was too slow`] : []),
    ...(unchecked > 0
      ? [`${unchecked} steps could not be checked: where their server stood is not known`]
      : []),
    ...(halfLines > 0 ? [`${halfLines} lines were cut off, as a kill does`] : []),
    ...(isOpen ? ['it has no end: the process was killed, or still runs'] : []),
  ];
}

function findingText({ line, server, atMs, rule, kind, text }: Finding): string {
  const when = atMs === undefined ? '' : ` at ${(atMs / 1_000).toFixed(3)} s`;
  const who = server === undefined ? '' : `, ${plainLine(server)}`;
  const why = rule === undefined ? '' : ` [${rule}]`;
  return `line ${line}${when}${who}: ${kind === 'altered' ? 'altered: ' : ''}${plainLine(text)}${why}`;
}
