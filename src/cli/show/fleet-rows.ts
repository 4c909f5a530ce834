import { describeError } from '../../health/describe-event.ts';
import type { ServerStatus } from '../../health/status.ts';
import { whereText } from '../../health/where-text.ts';
import { plainLine } from '../../link/plain-text.ts';
import type { Terminal } from '../terminal.ts';
import { cellsOf, columns, cut } from './columns.ts';
import { age, countdown } from './countdown.ts';
import type { Look } from './look.ts';
import { stateText } from './state-text.ts';

/** What is shown of one server: its row, and below it what found no room there. */
export interface Block {
  readonly status: ServerStatus;
  readonly lines: readonly string[];
}

/** The rows of a table of servers, aligned with each other. */
export function serverBlocks(
  servers: readonly ServerStatus[],
  look: Look,
): { readonly heading: string; readonly blocks: readonly Block[] } {
  const shown = shownCells(servers, look.width);
  const texts = servers.map((status) => shown.map(({ text }) => text(status, look)));
  const [top = '', ...lines] = columns([shown.map(({ title }) => title), ...texts], shown);
  const hidesWhere = shown.every(({ title }) => title !== 'WHERE');
  const blocks = servers.map((status, index) => ({
    status,
    lines: [
      lines[index] ?? '',
      ...(hidesWhere ? whereLines(status, look) : []),
      ...errorLines(status, look),
    ],
  }));
  return { heading: look.colors.dim(top), blocks };
}

interface Cell {
  readonly title: string;
  readonly width: number;
  readonly align?: 'right';
  readonly text: (status: ServerStatus, look: Look) => string;
}

const cells: readonly Cell[] = [
  { title: 'STATE', width: 16, text: ({ state }, { colors }) => stateText(state, colors) },
  { title: 'BREAKER', width: 11, text: (status, { colors }) => breakerText(status, colors) },
  { title: 'TOOLS', width: 7, align: 'right', text: ({ tools }) => (tools > 0 ? `${tools}` : '–') },
  {
    title: 'TRIED',
    width: 7,
    align: 'right',
    text: (status) => (isSick(status) ? `${status.attempts}` : '–'),
  },
  {
    title: 'LEFT',
    width: 6,
    align: 'right',
    text: (status) => (isSick(status) && status.state !== 'parked' ? `${status.retriesLeft}` : '–'),
  },
  { title: 'NEXT', width: 10, text: nextText },
];

/** Which of them a narrow terminal keeps, most wanted first. */
const wanted = ['STATE', 'NEXT', 'BREAKER', 'LEFT', 'TRIED', 'TOOLS'];

/** With less, one server can hardly be told from another. */
const NAME_WIDTH = 10;
/** Least room for a process id; with less, names need it more. */
const WHERE_WIDTH = 13;

/** The columns that a line has room for. */
function shownCells(servers: readonly ServerStatus[], width: number): Cell[] {
  let rest = width - NAME_WIDTH;
  const kept = new Set<string>();
  for (const title of wanted) {
    const cell = cells.find((each) => each.title === title);
    if (!cell || cell.width > rest) break;
    rest -= cell.width;
    kept.add(title);
  }
  const longest = Math.max(6, ...servers.map(({ server }) => cellsOf(server)));
  const name = Math.max(NAME_WIDTH, Math.min(rest + NAME_WIDTH, longest + 2));
  const room = rest + NAME_WIDTH - name;
  const all: Cell[] = [
    { title: 'SERVER', width: name, text: ({ server }) => plainLine(server) },
    ...cells.filter(({ title }) => kept.has(title)),
  ];
  if (kept.size < cells.length || room < WHERE_WIDTH) return all;
  const where = (status: ServerStatus) => plainLine(whereText(status) ?? '');
  return [...all, { title: 'WHERE', width: room, text: where }];
}

/** Meant to be ready, and not. */
function isSick({ state }: ServerStatus): boolean {
  return state !== 'ready' && state !== 'disabled' && state !== 'shutdown';
}

function breakerText({ breaker, state }: ServerStatus, colors: Terminal['colors']): string {
  if (state === 'disabled') return '';
  if (breaker === 'closed' || breaker === 'retired') return breaker;
  return breaker === 'open' ? colors.red('open') : colors.yellow('half-open');
}

function nextText({ attempt, nextAttemptAt, state }: ServerStatus, { now }: Look): string {
  if (state === 'shutdown') return '–';
  if (attempt === 'running') return 'trying';
  if (attempt === 'queued') return 'queued';
  if (nextAttemptAt === undefined || state === 'ready') return '–';
  return countdown(nextAttemptAt - now);
}

function whereLines(status: ServerStatus, { colors, width, isComplete }: Look): string[] {
  const where = whereText(status);
  if (where === undefined || isComplete !== true) return [];
  return [colors.dim(cut(`  └ ${plainLine(where)}`, width))];
}

/** Why a server is not ready, below its row. */
function errorLines(status: ServerStatus, { colors, width, now }: Look): string[] {
  const { lastError } = status;
  if (!lastError || !isSick(status)) return [];
  const text = `  └ ${plainLine(describeError(lastError))}`;
  const suffix = ` (${age(now - lastError.at)})`;
  return [colors.dim(`${cut(text, width - suffix.length)}${suffix}`)];
}
