import { isDeepStrictEqual } from 'node:util';
import type { StepFacts } from '../lines/line.ts';
import type { Expected, Objection } from './judge.ts';

/** Where a recorded step differs from what it must have been; undefined if it does not. */
export function compare(
  recorded: StepFacts,
  expected: Expected,
  eventType: string,
): Objection | undefined {
  const { state, value, asked = [], draws = [] } = recorded;
  for (const field of fieldsOf(state, expected.state)) {
    const [was, must] = [read(state, field), read(expected.state, field)];
    if (!isDeepStrictEqual(was, must))
      return {
        text: `${field} is ${show(was)}, must be ${show(must)}`,
        ...ruleOf(field, eventType),
      };
  }
  if (expected.value !== undefined && !isDeepStrictEqual(value, expected.value))
    return {
      text: `the chart stands at ${show(value)}, must stand at ${show(expected.value)}`,
      ...ruleOf('connection', eventType),
    };
  if (!isDeepStrictEqual(asked, expected.asked))
    return {
      text: `its link was asked to ${list(asked)}, must be to ${list(expected.asked)}`,
      rule: 'C2',
    };
  if (draws.length !== expected.draws)
    return {
      text: `chance was drawn ${draws.length} times, must be ${expected.draws}`,
      rule: 'C5',
    };
  return undefined;
}

/** The weightiest first, since the others often follow from it. */
function fieldsOf(...states: readonly object[]): Set<string> {
  const first = ['connection', 'attempting', 'parkReason', 'generation', 'breaker', 'waitMs'];
  return new Set([...first, ...states.flatMap((state) => Object.keys(state))]);
}

function read(state: object, field: string): unknown {
  return (state as Readonly<Record<string, unknown>>)[field];
}

const fieldRules: Readonly<Record<string, string>> = {
  waitMs: 'C5',
  step: 'C5',
  retries: 'C6',
  flaps: 'C6a',
  parkReason: 'C7',
  breaker: 'B1',
  cooldownMs: 'B3',
  probe: 'B4',
  heedsSuccess: 'K10',
  lastError: 'R10',
  draining: 'C9',
};

const eventRules: readonly (readonly [start: string, rule: string])[] = [
  ['link.opened', 'C2'],
  ['link.failed', 'C3'],
  ['link.lost', 'C6'],
  ['link.proven', 'C6a'],
  ['link.queued', 'F2'],
  ['link.granted', 'F2'],
  ['link.closed', 'S2'],
  ['drained', 'S2'],
  ['call.probe', 'B4'],
  ['call.', 'B2'],
  ['retry', 'C9'],
  ['shutdown', 'S1'],
  ['configure', 'F4'],
  ['xstate.after.connectDeadline', 'C2'],
  ['xstate.after.parkedProbe', 'C8'],
  ['xstate.init', 'C1'],
  ['xstate.error', 'C15'],
  ['xstate.done', 'C15'],
];

/** The rule that is most likely to say so. */
function ruleOf(field: string, eventType: string): { rule?: string } {
  const rule = fieldRules[field] ?? eventRules.find(([start]) => eventType.startsWith(start))?.[1];
  return rule === undefined ? {} : { rule };
}

function show(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

function list(asked: readonly string[]): string {
  return asked.length === 0 ? 'nothing' : asked.join(', ');
}
