import type { AnyStateMachine } from 'xstate';
import type { Space } from './space.ts';
import { allStates, leavesOf, pathOf } from './state-names.ts';

/** The innermost states of a chart that no event led to, in its order. */
export function unreachedStates(machine: AnyStateMachine, { states }: Space): string[] {
  const reached = new Set(states.flatMap(({ snapshot }) => leavesOf(snapshot).map(pathOf)));
  return allStates(machine)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(pathOf)
    .filter((path) => !reached.has(path));
}
