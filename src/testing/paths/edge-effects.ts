import { transition } from 'xstate';
import { readEffects } from './effects.ts';
import type { FoundEdge } from './goals.ts';
import type { Walked } from './moment.ts';
import { changesBetween, contextValues, type Plain } from './plain-context.ts';

/** What an edge does beside leading somewhere, with the step that takes it first. */
export interface EdgeEffects {
  /** The values of the context that change, by path. */
  readonly changes: Readonly<Record<string, Plain>>;
  /** The timers that are armed, with their delays in milliseconds. */
  readonly arms: Readonly<Record<string, number>>;
  /** What is asked for, as in `start link`. */
  readonly effects: readonly string[];
}

/** Takes the step that was found once more, now for what it asks. */
export function edgeEffects(walked: Walked, { state, step }: FoundEdge): EdgeEffects {
  if (!step.heeded) return { changes: {}, arms: {}, effects: [] };
  const { machine, ignored } = walked;
  const [result, actions] = transition(machine, state.snapshot, step.event);
  const { timers, asked } = readEffects(machine, actions, { timers: new Map(), nowMs: 0 });
  return {
    changes: changesBetween(
      contextValues(state.snapshot.context, ignored),
      contextValues(result.context, ignored),
    ),
    arms: Object.fromEntries([...timers.values()].map(({ name, delayMs }) => [name, delayMs])),
    effects: asked,
  };
}
