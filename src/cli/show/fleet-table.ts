import { countText } from '../../health/count-text.ts';
import type { ServerStatus } from '../../health/status.ts';
import { plainLine } from '../../link/plain-text.ts';
import type { FleetReport } from '../control/requests.ts';
import { cut } from './columns.ts';
import { serverBlocks, type Block } from './fleet-rows.ts';
import { linkLine, linesOf } from './link-line.ts';
import type { Look } from './look.ts';
import { healthText } from './state-text.ts';

/** The fleet as a table: pure, so that what a person sees can be tested. */
export function fleetTable(report: FleetReport, look: Look): string {
  const header = [headline(report, look), ''];
  const footer = footerLines(look);
  const taken = header.length + footer.reduce((sum, line) => sum + linesOf(line, look.width), 0);
  const room = Math.max(2, look.height - taken - 1);
  return [...header, ...body(report, look, room), ...footer].join('\n');
}

function headline({ health, servers }: FleetReport, { colors, title, width }: Look): string {
  const enabled = servers.filter(({ state }) => state !== 'disabled');
  const ready = enabled.filter(({ state }) => state === 'ready').length;
  const count = countText(enabled.length, 'server');
  // What was ended on purpose is not in a bad way.
  const isOver = enabled.length > 0 && enabled.every(({ state }) => state === 'shutdown');
  const summary = isOver
    ? `${colors.dim('○ stopped')}  ${count}`
    : `${healthText(health, colors)}  ${ready} of ${count} ready`;
  return cut(`${colors.bold('holdfast')}  ${summary}  ${colors.dim(title)}`, width);
}

/** The links are whole on any terminal, since half of one leads nowhere. */
function footerLines({ hint, links = [], colors, width }: Look): string[] {
  const lines = [
    ...links.map((link) => linkLine(link, colors)),
    ...(hint === undefined ? [] : [colors.dim(cut(hint, width))]),
  ];
  return lines.length === 0 ? [] : ['', ...lines];
}

function body(report: FleetReport, look: Look, room: number): string[] {
  const problems = problemLines(report, look);
  if (report.servers.length === 0) return ['no servers', ...problems];
  const { heading, blocks } = serverBlocks(report.servers, look);
  const all = [heading, ...blocks.flatMap(({ lines }) => lines), ...problems];
  if (all.length <= room) return all;
  const told = fit(problems, Math.max(1, Math.floor(room / 3)));
  return [
    heading,
    ...worstFirst(blocks, room - 1 - told.length).map((line) => cut(line, look.width)),
    ...told,
  ];
}

/** Servers that the configuration spoils are not in the fleet, but a person looks for them here. */
function problemLines({ problems }: FleetReport, { colors, width }: Look): string[] {
  return problems
    .filter(({ severity }) => severity === 'error')
    .map(({ server, path, message }) =>
      colors.red(cut(`! ${plainLine(`${server}: ${path ? `${path}: ` : ''}${message}`)}`, width)),
    );
}

/** Where not all fit, those that want attention come first; what is well can be counted. */
function worstFirst(blocks: readonly Block[], room: number): string[] {
  const sorted = [...blocks].sort((one, other) => rank(one.status) - rank(other.status));
  const sick = sorted.filter(({ status }) => rank(status) < rankOfReady);
  const hasRoomForReasons = sick.reduce((sum, { lines }) => sum + lines.length, 0) < room;
  const texts = sorted.map(({ lines }) => (hasRoomForReasons ? lines : lines.slice(0, 1)));
  if (texts.flat().length <= room) return texts.flat();
  const shown: string[] = [];
  // One line is kept for the count of the others.
  const fitting = texts.findIndex((lines) => {
    const fits = shown.length + lines.length < room;
    if (fits) shown.push(...lines);
    return !fits;
  });
  return [...shown, restLine(sorted.slice(fitting).map(({ status }) => status))];
}

const rankOfReady = 4;

function rank({ state, breaker }: ServerStatus): number {
  if (state === 'ready' && (breaker === 'open' || breaker === 'halfOpen')) return 3;
  return {
    parked: 0,
    reconnecting: 1,
    connecting: 2,
    ready: rankOfReady,
    shutdown: 5,
    disabled: 6,
  }[state];
}

function restLine(statuses: readonly ServerStatus[]): string {
  const counts = new Map<string, number>();
  for (const { state } of statuses) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`);
  return `… and ${statuses.length} more: ${parts.join(', ')}`;
}

function fit(lines: readonly string[], room: number): string[] {
  if (lines.length <= room) return [...lines];
  return [...lines.slice(0, room - 1), `… ${lines.length - room + 1} more lines`];
}
