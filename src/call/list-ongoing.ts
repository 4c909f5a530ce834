import type { Call } from './call.ts';
import type { OngoingCall } from './ongoing-call.ts';

/** More are only counted: nobody reads a longer list. */
const shownCalls = 100;

/** The calls as somebody who looks at a server may see them, running ones first. */
export function ongoingCalls(running: readonly Call[], waiting: readonly Call[]): OngoingCall[] {
  return [...running, ...waiting].slice(0, shownCalls).map((call) => ({
    noun: call.kind.noun,
    subject: call.subject,
    phase: call.phase === 'running' ? 'running' : 'waiting',
    submittedAt: call.submittedAt,
    attempts: call.attempts,
  }));
}
