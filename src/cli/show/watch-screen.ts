import { countText } from '../../health/count-text.ts';
import { describeError } from '../../health/describe-event.ts';
import { formatDelay } from '../../health/format-delay.ts';
import type { TimelineEntry } from '../../health/status.ts';
import { whereText } from '../../health/where-text.ts';
import { plainLine } from '../../link/plain-text.ts';
import type { ServerSight } from '../control/server-sight.ts';
import type { Terminal } from '../terminal.ts';
import { cut } from './columns.ts';
import { age, countdown } from './countdown.ts';
import { stateText } from './state-text.ts';

export interface WatchLook {
  readonly width: number;
  readonly height: number;
  readonly colors: Terminal['colors'];
  /** Epoch milliseconds, for the countdowns. */
  readonly now: number;
  /** What ends the watch. */
  readonly hint?: string;
}

/**
 * One server as it is now, and below it as much of its history as fits: pure, so that what a person
 * sees can be tested.
 * @param history oldest first.
 */
export function watchScreen(
  sight: ServerSight,
  history: readonly TimelineEntry[],
  look: WatchLook,
): string {
  const { width, height, colors, hint } = look;
  const facts = factRows(sight, look).map(
    ([label, text]) => `  ${colors.dim(label.padEnd(9))} ${text}`,
  );
  const header = [headline(sight, look), '', ...facts, ''];
  const footer = hint === undefined ? [] : ['', colors.dim(hint)];
  const room = Math.max(1, height - header.length - footer.length - 1);
  const events = history.slice(-room).map((entry) => entryLine(entry, look));
  return [...header, ...events, ...footer].map((line) => cut(line, width)).join('\n');
}

function headline({ status }: ServerSight, { colors, now }: WatchLook): string {
  const { server, state, since, parkReason } = status;
  const where = whereText(status);
  const parts = [
    colors.bold(plainLine(server)),
    `${stateText(state, colors)}${parkReason === undefined ? '' : ` (${parkReason})`}`,
    `for ${formatDelay(Math.max(0, now - since))}`,
    ...(where === undefined ? [] : [colors.dim(plainLine(where))]),
  ];
  return parts.join('  ');
}

type Row = readonly [label: string, text: string];

function factRows(sight: ServerSight, look: WatchLook): Row[] {
  const { status, activity } = sight;
  const { retries, flaps } = activity;
  const { lastError, state } = status;
  const isWell = state === 'ready' || state === 'disabled' || state === 'shutdown';
  return [
    ['next', nextText(sight, look)],
    ['budgets', `retries ${used(retries, look)}   flaps ${used(flaps, look)}`],
    ['breaker', breakerText(status, look)],
    ['calls', callsText(sight, look)],
    [
      'offers',
      `${countText(status.tools, 'tool')}, ${status.generation === 0 ? 'no session yet' : `session ${status.generation}`}`,
    ],
    ...(lastError && !isWell
      ? [
          [
            'error',
            `${plainLine(describeError(lastError))} (${age(look.now - lastError.at)})`,
          ] as const,
        ]
      : []),
  ];
}

function nextText({ status, activity }: ServerSight, { now, colors, width }: WatchLook): string {
  const { attempt, state, nextAttemptAt } = status;
  if (attempt === 'queued') return colors.cyan('an attempt waits for its turn to start');
  if (attempt === 'running') return colors.cyan('an attempt is running');
  if (state === 'ready' || state === 'shutdown' || state === 'disabled') return '–';
  if (nextAttemptAt === undefined) return 'nothing by itself; it waits to be asked';
  const what = state === 'parked' ? 'a probe' : 'an attempt';
  const leftMs = nextAttemptAt - now;
  const { waitMs } = activity;
  const text = `${what} ${countdown(leftMs)}`;
  if (waitMs === undefined || waitMs <= 0 || width < 60) return text;
  return `${text.padEnd(18)} ${bar(1 - leftMs / waitMs, colors)} of ${formatDelay(waitMs)}`;
}

const BAR_CELLS = 20;

function bar(share: number, colors: Terminal['colors']): string {
  const full = Math.max(0, Math.min(BAR_CELLS, Math.round(share * BAR_CELLS)));
  return `${colors.cyan('█'.repeat(full))}${colors.dim('░'.repeat(BAR_CELLS - full))}`;
}

function used(budget: ServerSight['activity']['retries'], { colors }: WatchLook): string {
  const text = `${budget.used} of ${budget.allowed} used`;
  if (budget.used === 0) return text;
  return budget.used >= budget.allowed ? colors.red(text) : colors.yellow(text);
}

function breakerText(
  { breaker, breakerHalfOpensAt }: ServerSight['status'],
  { colors, now }: WatchLook,
): string {
  switch (breaker) {
    case 'closed':
      return 'closed';
    case 'retired':
      return '–';
    case 'halfOpen':
      return colors.yellow('half-open: one call may try');
    case 'open':
      return breakerHalfOpensAt === undefined
        ? colors.red('open')
        : colors.red(`open: one call may try ${countdown(breakerHalfOpensAt - now)}`);
  }
}

/** Calls that are named; the others are only counted. */
const NAMED_CALLS = 3;

function callsText({ status, activity }: ServerSight, { now }: WatchLook): string {
  const { inFlight, queued, p50Ms, p95Ms } = status;
  const named = activity.calls
    .slice(0, NAMED_CALLS)
    .map(({ subject, submittedAt }) => `${plainLine(subject)} ${formatDelay(now - submittedAt)}`);
  const running = `${inFlight} running${queued > 0 ? `, ${queued} waiting` : ''}`;
  const times =
    p50Ms === undefined || p95Ms === undefined
      ? ''
      : `   p50 ${formatDelay(p50Ms)}, p95 ${formatDelay(p95Ms)}`;
  return `${running}${named.length > 0 ? ` (${named.join(', ')})` : ''}${times}`;
}

function entryLine({ at, event, detail }: TimelineEntry, { colors }: WatchLook): string {
  const text = plainLine(detail === '' ? event : detail);
  return `  ${colors.dim(timeOfDay(at))}  ${colors.dim(event.padEnd(18))}  ${text}`;
}

/** On the clock of whoever reads it. */
function timeOfDay(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
