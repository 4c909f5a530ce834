import type { AnyStateNode } from 'xstate';
import { guardName } from '../../chart/guard-name.ts';
import { withDescendants } from '../../chart/with-descendants.ts';

/** All that leads from one state to another, as one arrow. */
export interface ChartEdge {
  readonly source: AnyStateNode;
  readonly target: AnyStateNode;
  /** One line per set of events, with the guards that let them through. */
  readonly lines: readonly string[];
}

/** One way from one state to another. */
export interface ChartStep {
  readonly source: AnyStateNode;
  readonly target: AnyStateNode;
  /** The event, or `after` and the name of a delay; empty if it is taken at once. */
  readonly trigger: string;
  /** Empty if there is none; `else` for what is left after others. */
  readonly guard: string;
}

/** Every change of state below `root`, in the chart's own order, one edge per pair of states. */
export function chartEdges(root: AnyStateNode): ChartEdge[] {
  const pairs = groupBy(chartSteps(root), ({ source, target }) => `${source.id} > ${target.id}`);
  return pairs.flatMap((pair) => {
    const [first] = pair;
    return first ? [{ source: first.source, target: first.target, lines: linesOf(pair) }] : [];
  });
}

/** Every change of state below `root`, in the chart's own order. */
export function chartSteps(root: AnyStateNode): ChartStep[] {
  return withDescendants(root).flatMap(stepsOf);
}

function stepsOf(source: AnyStateNode): ChartStep[] {
  const perEvent = [...source.transitions, ['', source.always ?? []] as const];
  return perEvent.flatMap(([eventType, transitions]) =>
    transitions.flatMap(({ target, guard }, index) => {
      const otherwise = index > 0 ? 'else' : '';
      return (target ?? []).map((one) => ({
        source,
        target: one,
        trigger: triggerName(eventType, source),
        guard: guard === undefined ? otherwise : guardName(guard),
      }));
    }),
  );
}

/** XState's own event names carry ids that a reader of the drawing has no use for. */
function triggerName(eventType: string, source: AnyStateNode): string {
  const [, kind, name] = /^xstate\.(after|done|error|snapshot)\.(.*)$/.exec(eventType) ?? [];
  if (kind === undefined || name === undefined) return eventType;
  if (kind === 'after') return `after ${delayName(name.slice(0, -source.id.length - 1))}`;
  if (name.startsWith('state.')) return 'done';
  const actor = name.slice('actor.'.length);
  return `${actor} ${{ done: 'ended', error: 'crashed', snapshot: 'changed' }[kind] ?? ''}`;
}

function delayName(delay: string): string {
  return /^\d+$/.test(delay) ? `${delay} ms` : delay;
}

/** Events that the same guards let through share a line. */
function linesOf(steps: readonly ChartStep[]): string[] {
  const events = groupBy(steps, ({ trigger }) => trigger).map((group) => ({
    trigger: group[0]?.trigger ?? '',
    guards: [...new Set(group.map(({ guard }) => guard))],
  }));
  return groupBy(events, ({ guards }) => guards.join()).map((group) => {
    const triggers = group.map(({ trigger }) => trigger).join(', ');
    // Where one of the ways has no guard, the others say nothing.
    const guards = group[0]?.guards ?? [];
    return guards.includes('') ? triggers : `${triggers} [${guards.join(' | ')}]`.trim();
  });
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups.values()];
}
