import type { AnyStateMachine, AnyTransitionDefinition } from 'xstate';
import { guardName } from '../../chart/guard-name.ts';
import { withDescendants } from '../../chart/with-descendants.ts';

/** One transition that a chart declares, whatever sets it off. */
export interface DeclaredTransition {
  /** Source, event, guard and target; the same from run to run, and unique within its machine. */
  readonly name: string;
  readonly definition: AnyTransitionDefinition;
}

/**
 * Every transition of every state, in the chart's own order: events, wildcards, timers, ends of
 * children and states, and those without an event (`always`).
 */
export function declaredTransitions(machine: AnyStateMachine): DeclaredTransition[] {
  const definitions = withDescendants(machine.root).flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);
  const times = new Map<string, number>();
  return definitions.map((definition) => {
    const name = describe(definition);
    const count = (times.get(name) ?? 0) + 1;
    times.set(name, count);
    return { name: count === 1 ? name : `${name} (${count})`, definition };
  });
}

function describe({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const condition = guard === undefined ? '' : ` [${guardName(guard)}]`;
  const targets = target?.map(({ id }) => id).join(', ') ?? 'stays';
  return `${source.id}: ${eventType || 'always'}${condition} -> ${targets}`;
}
