import { formatDelay } from '../../health/format-delay.ts';
import { plainLine, plainText } from '../../link/plain-text.ts';
import type { DoctorReport, Examination, Finding, Verdict } from '../doctor/finding.ts';
import type { Terminal } from '../terminal.ts';

type Colors = Terminal['colors'];

/** Lines of stderr that are shown of a server that failed. */
const LAST_WORDS = 8;

/** What the doctor found, server by server: each look with its sign, each trouble with a next step. */
export function doctorText({ servers, verdict }: DoctorReport, colors: Colors): string {
  const blocks = servers.map((server) => serverBlock(server, colors));
  return [...blocks, summary(servers, verdict, colors)].join('\n\n');
}

function serverBlock({ server, verdict, findings }: Examination, colors: Colors): string {
  const title = `${sign(verdict, colors)} ${colors.bold(plainLine(server))}`;
  const state = verdict === 'disabled' ? colors.dim('  disabled, not started') : '';
  return [title + state, ...findings.flatMap((finding) => findingLines(finding, colors))].join(
    '\n',
  );
}

function findingLines(
  { verdict, check, message, next, tookMs, lastWords }: Finding,
  colors: Colors,
) {
  const time = tookMs === undefined ? '' : colors.dim(`  ${formatDelay(tookMs)}`);
  const words = lastWords === undefined ? [] : plainText(lastWords).trimEnd().split('\n');
  return [
    `  ${sign(verdict, colors)} ${check.padEnd(13)}  ${plainLine(message)}${time}`,
    ...(next === undefined ? [] : [`${indent}${colors.dim('→')} ${plainLine(next)}`]),
    ...words.slice(-LAST_WORDS).map((line) => colors.dim(`${indent}| ${line}`)),
  ];
}

const indent = ' '.repeat(19);

/** Told apart without colour too. */
function sign(verdict: Verdict | 'disabled', colors: Colors): string {
  switch (verdict) {
    case 'fine':
      return colors.green('✓');
    case 'note':
      return colors.yellow('!');
    case 'wrong':
      return colors.red('✗');
    case 'disabled':
      return colors.dim('–');
  }
}

function summary(servers: readonly Examination[], verdict: Verdict, colors: Colors): string {
  const count = (of: Examination['verdict']) =>
    servers.filter((each) => each.verdict === of).length;
  if (servers.length === 0)
    return `${sign(verdict, colors)} there is no server to look at; list one under "servers", by name`;
  const parts = [
    `${count('fine') + count('note')} of ${servers.length - count('disabled')} servers work`,
    ...(count('note') > 0 ? [`${count('note')} with notes`] : []),
    ...(count('disabled') > 0 ? [`${count('disabled')} disabled`] : []),
  ];
  return `${sign(verdict, colors)} ${parts.join(', ')}`;
}
