import { countText } from '../../health/count-text.ts';
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
  const parts = [
    countText(lines, 'line'),
    countText(runs, 'run'),
    countText(servers.length, 'server'),
    countText(steps, 'step'),
  ];
  return `${parts.join(', ')} checked`;
}

function remarks({ missing, unchecked, halfLines, isOpen }: CheckReport): string[] {
  return [
    ...(missing > 0 ? [`${countWas(missing, 'line')} not recorded: the disk was too slow`] : []),
    ...(unchecked > 0
      ? [
          `${countText(unchecked, 'step')} could not be checked: where the server stood is not known`,
        ]
      : []),
    ...(halfLines > 0 ? [`${countWas(halfLines, 'line')} cut off, as a kill does`] : []),
    ...(isOpen ? ['it has no end: the process was killed, or still runs'] : []),
  ];
}

function countWas(count: number, thing: string): string {
  return `${countText(count, thing)} ${count === 1 ? 'was' : 'were'}`;
}

function findingText({ line, server, atMs, rule, kind, text }: Finding): string {
  const when = atMs === undefined ? '' : ` at ${(atMs / 1_000).toFixed(3)} s`;
  const who = server === undefined ? '' : `, ${plainLine(server)}`;
  const why = rule === undefined ? '' : ` [${rule}]`;
  return `line ${line}${when}${who}: ${kind === 'altered' ? 'altered: ' : ''}${plainLine(text)}${why}`;
}
