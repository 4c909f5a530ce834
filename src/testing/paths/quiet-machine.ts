import { fromCallback, type AnyStateMachine } from 'xstate';

/**
 * The same machine with children that do nothing and without the effects of its own actions, so that
 * a real actor of it can be run anywhere. What is written into the chart itself stays as it is.
 */
export function quietMachine(machine: AnyStateMachine): AnyStateMachine {
  const { actors, actions } = machine.implementations as Implementations;
  const silent = fromCallback(() => undefined);
  return machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((name) => [name, silent])),
    actions: Object.fromEntries(
      Object.entries(actions)
        .filter(([, action]) => !isBuiltIn(action))
        .map(([name]) => [name, () => undefined]),
    ),
  } as Parameters<AnyStateMachine['provide']>[0]);
}

/** Whether a name stands for code that `quietMachine` replaces. */
export function canBeSilenced(machine: AnyStateMachine, kind: 'actors' | 'actions', name: unknown) {
  return typeof name === 'string' && name in (machine.implementations as Implementations)[kind];
}

interface Implementations {
  readonly actors: Readonly<Record<string, unknown>>;
  readonly actions: Readonly<Record<string, unknown>>;
}

/** XState's own actions, such as assign and sendTo, are functions that carry how they resolve. */
function isBuiltIn(action: unknown): boolean {
  return typeof action === 'function' && 'resolve' in action;
}
