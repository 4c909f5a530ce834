import type { Call } from './call.ts';

/** A call that has not settled. Its arguments are nobody's but the caller's (L9). */
export interface OngoingCall {
  readonly noun: 'tool' | 'prompt' | 'resource' | 'completion';
  /** The name of a tool or prompt, or the URI of a resource; untrusted where a server listed it. */
  readonly subject: string;
  readonly phase: 'waiting' | 'running';
  /** When it was handed in; on the calls' clock here, epoch milliseconds in what hosts get. */
  readonly submittedAt: number;
  /** How often it was sent so far. */
  readonly attempts: number;
}

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
