import type { AnyStateMachine } from 'xstate';
import { allStates, pathOf } from './state-names.ts';

/** A timer that runs, or could: what it is called, and the event that it will send. */
export interface Timer {
  /** Where it belongs and what it waits for, as in `connection.parked after wakeSpacing`. */
  readonly name: string;
  readonly eventType: string;
  /** In milliseconds, as it was armed. */
  readonly delayMs: number;
  /** When it fires, in milliseconds since the start. */
  readonly dueMs: number;
}

/** `xstate.after.backoff.server.waiting` as a person would say it: `waiting after backoff`. */
export function timerName(eventType: string, machine: AnyStateMachine): string {
  const owners = allStates(machine).filter(({ id }) => eventType.endsWith(`.${id}`));
  const owner = owners.sort((a, b) => b.id.length - a.id.length)[0];
  if (!isTimer(eventType) || owner === undefined) return eventType;
  const delay = eventType.slice('xstate.after.'.length, -owner.id.length - 1);
  return `${pathOf(owner)} after ${/^\d+$/.test(delay) ? `${delay} ms` : delay}`;
}

export function isTimer(eventType: string): boolean {
  return eventType.startsWith('xstate.after.');
}
