import { expect, test } from 'vitest';
import { explanationText } from '../../src/health/explanation-text.ts';
import type { ServerStatus, TimelineEntry } from '../../src/health/status.ts';

const now = 100_000;
const answer = {
  server: 'files',
  state: 'parked',
  problem: 'Wrong.',
  tried: 'Tried.',
  next: 'Next.',
  callNow: 'Now.',
  advice: 'Do.',
} as const;
const status: ServerStatus = {
  server: 'files',
  state: 'parked',
  breaker: 'closed',
  since: 0,
  transport: 'stdio',
  required: false,
  generation: 1,
  attempt: 'none',
  attempts: 0,
  retriesLeft: 0,
  inFlight: 0,
  queued: 0,
  tools: 0,
  prompts: 0,
  resources: 0,
};
const entry = (id: number, at: number, event: string, detail: string) =>
  ({ id, at, event, detail }) as unknown as TimelineEntry;

const parts = [
  '  What is wrong   Wrong.',
  '  What was tried  Tried.',
  '  What is next    Next.',
  '  A call now      Now.',
  '  What to do      Do.',
];

test('H2 an explanation is a line for each question', () => {
  const lines = explanationText(answer, { status, timeline: [], now }).split('\n');
  expect(lines).toEqual(['files: parked', ...parts]);
});

test.each([
  ['open', 'files: parked, breaker open (pid 7)'],
  ['halfOpen', 'files: parked, breaker half-open (pid 7)'],
  ['retired', 'files: parked (pid 7)'],
] as const)('H2 its head tells of a breaker that is %s, and where it runs', (breaker, expected) => {
  const at = { ...status, breaker, pid: 7 };
  const [head] = explanationText(answer, { status: at, timeline: [], now }).split('\n');
  expect(head).toBe(expected);
});

test('H2 its last words are shown unless it is well', () => {
  const timeline: TimelineEntry[] = [];
  const spoken = { ...status, stderrTail: 'one\ntwo' };
  const text = explanationText(answer, { status: spoken, timeline, now });
  expect(text.split('\n').slice(6)).toEqual(['  Its last words', '    one', '    two']);
  const ready = { ...spoken, state: 'ready' } as const;
  expect(explanationText(answer, { status: ready, timeline, now })).not.toContain('one');
});

test('H3 its last eight entries are in columns, the ages to the right', () => {
  const timeline = [
    entry(1, 0, 'server.state', 'gone by now'),
    ...[2, 3, 4, 5, 6].map((id) => entry(id, 90_000, 'a', 'b')),
    entry(7, 99_500, 'server.parked', 'parked (budget)'),
    entry(8, 99_999, 'breaker.closed', ''),
    entry(9, 100_000, 'x', 'y'),
  ];
  const lines = explanationText(answer, { status, timeline, now }).split('\n');
  expect(lines.slice(6)).toEqual([
    '  History',
    ...[2, 3, 4, 5, 6].map(() => '      10 s ago  a               b'),
    '    500 ms ago  server.parked   parked (budget)',
    '      1 ms ago  breaker.closed',
    '      0 ms ago  x               y',
  ]);
});
