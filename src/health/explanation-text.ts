import { formatDelay } from './format-delay.ts';
import type { Explanation, ServerStatus, TimelineEntry } from './status.ts';
import { whereText } from './where-text.ts';

/** The timeline's last lines that the text shows. */
const SHOWN_ENTRIES = 8;

/** An explanation as lines of plain text (H2), in columns that are two spaces or more apart. */
export function explanationText(
  answer: Omit<Explanation, 'text'>,
  {
    status,
    timeline,
    now,
  }: {
    readonly status: ServerStatus;
    readonly timeline: readonly TimelineEntry[];
    /** Epoch milliseconds. */
    readonly now: number;
  },
): string {
  const lines = [
    headline(answer, status),
    `  What is wrong   ${answer.problem}`,
    `  What was tried  ${answer.tried}`,
    `  What is next    ${answer.next}`,
    `  A call now      ${answer.callNow}`,
    `  What to do      ${answer.advice}`,
  ];
  const stderr = status.state === 'ready' ? undefined : status.stderrTail;
  if (stderr) lines.push('  Its last words', ...stderr.split('\n').map((line) => `    ${line}`));
  return [...lines, ...historyLines(timeline.slice(-SHOWN_ENTRIES), now)].join('\n');
}

function headline({ server, state }: Omit<Explanation, 'text'>, status: ServerStatus): string {
  const { breaker } = status;
  const guard = breaker === 'open' || breaker === 'halfOpen' ? `, breaker ${words[breaker]}` : '';
  const where = whereText(status);
  return `${server}: ${state}${guard}${where === undefined ? '' : ` (${where})`}`;
}

const words = { open: 'open', halfOpen: 'half-open' };

function historyLines(recent: readonly TimelineEntry[], now: number): string[] {
  if (recent.length === 0) return [];
  const rows = recent.map(({ at, event, detail }) => [
    `${formatDelay(now - at)} ago`,
    event,
    detail,
  ]);
  const [ages, events] = [0, 1].map((index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  );
  return [
    '  History',
    ...rows.map(([age = '', event = '', detail = '']) =>
      `    ${age.padStart(ages ?? 0)}  ${event.padEnd(events ?? 0)}  ${detail}`.trimEnd(),
    ),
  ];
}
