import { describeError } from '../../health/describe-event.ts';
import { formatDelay } from '../../health/format-delay.ts';
import type { ServerStatus } from '../../health/status.ts';
import { whereText } from '../../health/where-text.ts';
import { plainLine } from '../../link/plain-text.ts';
import type { FleetReport } from '../control/requests.ts';
import type { Terminal } from '../terminal.ts';
import { columns, cut, type Column } from './columns.ts';
import { healthText, stateText } from './state-text.ts';

export interface Look {
  /** Cells of a line. */
  readonly width: number;
  /** Lines of the screen; what does not fit is counted, not shown. */
  readonly height: number;
  readonly colors: Terminal['colors'];
  /** Epoch milliseconds, for the countdowns. */
  readonly now: number;
  /** The configuration as the user would name it. */
  readonly title: string;
  /** What finds no room in a server's row is told below it. */
  readonly isComplete?: boolean;
  /** What can be done next. */
  readonly hint?: string;
  /** Address of the live view. */
  readonly link?: string;
}

/** The fleet as a table: pure, so that what a person sees can be tested. */
export function fleetTable(report: FleetReport, look: Look): string {
  const header = [headline(report, look), ''];
  const footer = footerLines(look);
  const body = [...serverLines(report.servers, look), ...problemLines(report, look)];
  const room = Math.max(1, look.height - header.length - footer.length - 1);
  return [...header, ...fit(body, room), ...footer].join('\n');
}

/** The link is whole on any terminal, since half of it leads nowhere. */
function footerLines({ hint, link, colors, width }: Look): string[] {
  const lines = [
    ...(link !== undefined ? [colors.cyan(link)] : []),
    ...(hint === undefined ? [] : [colors.dim(cut(hint, width))]),
  ];
  return lines.length === 0 ? [] : ['', ...lines];
}

function headline({ health, servers }: FleetReport, { colors, title, width }: Look): string {
  const enabled = servers.filter(({ state }) => state !== 'disabled');
  const ready = enabled.filter(({ state }) => state === 'ready').length;
  const count = `${enabled.length} server${enabled.length === 1 ? '' : 's'}`;
  // What was ended on purpose is not in a bad way.
  const isOver = enabled.length > 0 && enabled.every(({ state }) => state === 'shutdown');
  const summary = isOver
    ? `${colors.dim('○ stopped')}  ${count}`
    : `${healthText(health, colors)}  ${ready} of ${count} ready`;
  return cut(`${colors.bold('holdfast')}  ${summary}  ${colors.dim(title)}`, width);
}

function serverLines(servers: readonly ServerStatus[], look: Look): string[] {
  if (servers.length === 0) return ['no servers'];
  const heading = ['SERVER', 'STATE', 'BREAKER', 'TOOLS', 'TRIED', 'LEFT', 'NEXT', 'WHERE'];
  const rows = servers.map((status) => row(status, look));
  const shape = layout(servers, look.width);
  const shown = [heading, ...rows].map((all) => all.slice(0, shape.length));
  const [top = '', ...lines] = columns(shown, shape);
  const hidesWhere = shape.length < heading.length;
  return [
    look.colors.dim(top),
    ...servers.flatMap((status, index) => [
      lines[index] ?? '',
      ...(hidesWhere ? whereLines(status, look) : []),
      ...errorLines(status, look),
    ]),
  ];
}

/** Least room for a process id; with less, names need it more. */
const WHERE_WIDTH = 13;

/** All columns, or all but the last where that has no room. */
function layout(servers: readonly ServerStatus[], width: number): Column[] {
  const fixed: Column[] = [
    { width: 16 },
    { width: 11 },
    { width: 7, align: 'right' },
    { width: 7, align: 'right' },
    { width: 6, align: 'right' },
    { width: 10 },
  ];
  const rest = width - fixed.reduce((sum, column) => sum + column.width, 0);
  const longest = Math.max(6, ...servers.map(({ server }) => cells(server)));
  const name = { width: Math.max(10, Math.min(rest, longest + 2)) };
  const room = rest - name.width;
  return room < WHERE_WIDTH ? [name, ...fixed] : [name, ...fixed, { width: room }];
}

/** Terminal cells of a name; from here on, characters of most scripts are two cells wide. */
function cells(name: string): number {
  return [...name].reduce((sum, character) => sum + (character >= '\u2e80' ? 2 : 1), 0);
}

function row(status: ServerStatus, { colors, now }: Look): string[] {
  const busy = isSick(status);
  return [
    plainLine(status.server),
    stateText(status.state, colors),
    status.state === 'disabled' ? '' : breakerText(status, colors),
    status.tools > 0 ? String(status.tools) : '–',
    busy ? String(status.attempts) : '–',
    busy && status.state !== 'parked' ? String(status.retriesLeft) : '–',
    nextText(status, now),
    plainLine(whereText(status) ?? ''),
  ];
}

function whereLines(status: ServerStatus, { colors, width, isComplete }: Look): string[] {
  const where = whereText(status);
  if (where === undefined || isComplete !== true) return [];
  return [colors.dim(cut(`  └ ${plainLine(where)}`, width))];
}

/** Meant to be ready, and not. */
function isSick({ state }: ServerStatus): boolean {
  return state !== 'ready' && state !== 'disabled' && state !== 'shutdown';
}

function breakerText({ breaker }: ServerStatus, colors: Terminal['colors']): string {
  if (breaker === 'closed' || breaker === 'retired') return breaker;
  return breaker === 'open' ? colors.red('open') : colors.yellow('half-open');
}

function nextText({ attempt, nextAttemptAt, state }: ServerStatus, now: number): string {
  if (state === 'shutdown') return '–';
  if (attempt === 'running') return 'trying';
  if (attempt === 'queued') return 'queued';
  if (nextAttemptAt === undefined || state === 'ready') return '–';
  // Whole seconds, so that a countdown is steady to look at.
  return countdown(Math.max(0, Math.ceil((nextAttemptAt - now) / 1_000)));
}

function countdown(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, '0');
  return seconds < 60 ? `in ${seconds} s` : `in ${Math.floor(seconds / 60)}:${rest}`;
}

/** Why a server is not ready, below its row. */
function errorLines(status: ServerStatus, { colors, width, now }: Look): string[] {
  const { lastError } = status;
  if (!lastError || !isSick(status)) return [];
  const text = `  └ ${plainLine(describeError(lastError))}`;
  const suffix = ` (${age(now - lastError.at)})`;
  return [colors.dim(`${cut(text, width - suffix.length)}${suffix}`)];
}

function age(delayMs: number): string {
  return delayMs < 1_000 ? 'just now' : `${formatDelay(delayMs)} ago`;
}

/** Servers that the configuration spoils are not in the fleet, but a person looks for them here. */
function problemLines({ problems }: FleetReport, { colors, width }: Look): string[] {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ server, path, message }) =>
      colors.red(cut(`! ${plainLine(`${server}: ${path ? `${path}: ` : ''}${message}`)}`, width)),
    );
}

function fit(lines: readonly string[], room: number): string[] {
  if (lines.length <= room) return [...lines];
  return [...lines.slice(0, room - 1), `… ${lines.length - room + 1} more lines`];
}
