import type { AnyStateMachine } from 'xstate';
import { PathError } from './path-error.ts';

/** A machine, and whether it was made by a function that was given. */
export interface FoundMachine {
  readonly machine: AnyStateMachine;
  readonly factory: boolean;
}

/**
 * The machine that a module exports, or that a factory of it makes; a factory is called with
 * `{ random: () => 0 }`, so that chance plays no part.
 * @throws PathError `NOT_A_MACHINE`
 */
export function machineOf(exported: unknown): FoundMachine {
  if (isMachine(exported)) return { machine: exported, factory: false };
  if (typeof exported !== 'function') throw notAMachine(exported);
  const made = call(exported as (options: object) => unknown);
  if (!isMachine(made)) throw notAMachine(made, 'What the factory returned');
  return { machine: made, factory: true };
}

/** Whether a value could be a machine, or a factory of one. */
export function mayBeMachine(exported: unknown): boolean {
  return typeof exported === 'function' || isMachine(exported);
}

/** By shape, since a host may have an XState of its own. */
export function isMachine(value: unknown): value is AnyStateMachine {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['root', 'implementations', 'transition', 'provide', 'getTransitionData'].every(
      (key) => key in value,
    )
  );
}

function call(factory: (options: object) => unknown): unknown {
  try {
    return factory({ random: () => 0 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PathError('NOT_A_MACHINE', `The factory threw: ${reason}`, {
      advice: 'It is called with { random: () => 0 }; export one that needs no more.',
      cause: error,
    });
  }
}

export function notAMachine(value: unknown, what = 'The export'): PathError {
  const kind = value === null ? 'null' : typeof value;
  return new PathError('NOT_A_MACHINE', `${what} is no XState v5 machine but ${kind}.`, {
    advice: 'Export what createMachine or setup().createMachine returns, or a function that does.',
  });
}
