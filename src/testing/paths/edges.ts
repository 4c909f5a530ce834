import { getNextTransitions, type AnyMachineSnapshot, type AnyStateNode } from 'xstate';
import { guardName } from '../../chart/guard-name.ts';
import { matches } from './event-cases.ts';
import type { SpaceState, SpaceStep } from './space.ts';
import { isWithin, leavesOf, pathOf } from './state-names.ts';

/**
 * One way of one region, wherever the other regions stand: from its innermost states, by one event,
 * through one guard, to its innermost states.
 */
export interface PathEdge {
  readonly from: string;
  /** Name of the event case or of the timer. */
  readonly event: string;
  /** The guard that let it through, `else` where others did not, or those that kept it out. */
  readonly guard?: string;
  /** The same as `from` where only actions run; absent if nothing came of it. */
  readonly to?: string;
}

/** Sets one edge apart from all others. */
export function edgeId({ from, event, guard = '', to = '' }: PathEdge): string {
  return `${from} -- ${event} [${guard}] --> ${to}`;
}

/** The edges that one step takes: one for each region that moves or acts. */
export function edgesOf({ snapshot }: SpaceState, step: SpaceStep): PathEdge[] {
  if (!step.heeded) return keptOut(snapshot, step);
  const ways = snapshot.machine.getTransitionData(snapshot, step.event) as readonly Way[];
  const left = leavesOf(snapshot);
  const reached = leavesOf(step.result);
  const edges = ways.flatMap((way) =>
    placesOf(way).map((place) => ({
      from: names(left.filter((leaf) => isWithin(leaf, place))),
      event: step.name,
      ...guardOf(way, snapshot, step),
      to: names(reached.filter((leaf) => isWithin(leaf, place))),
    })),
  );
  const places = ways.flatMap(placesOf);
  return [...edges, ...followers(places, { left, reached, event: step.name })];
}

interface Way {
  readonly source: AnyStateNode;
  readonly target: readonly AnyStateNode[] | undefined;
  readonly eventType: string;
  readonly guard?: unknown;
}

/** The chart names the event there, and no guard let it through. */
function keptOut(snapshot: AnyMachineSnapshot, { name, event }: SpaceStep): PathEdge[] {
  const ways = waysFor(snapshot, event.type);
  const sources = [...new Set(ways.map(({ source }) => source))];
  return sources.map((source) => {
    const guards = ways.filter((way) => way.source === source).map(({ guard }) => guardName(guard));
    const from = names(leavesOf(snapshot).filter((leaf) => isWithin(leaf, source)));
    return { from, event: name, guard: `not ${[...new Set(guards)].join(', not ')}` };
  });
}

/** What an event that the machine raised itself, or an `always`, moved in another region. */
function followers(
  places: readonly AnyStateNode[],
  { left, reached, event }: { left: AnyStateNode[]; reached: AnyStateNode[]; event: string },
): PathEdge[] {
  const isElsewhere = (leaf: AnyStateNode) => !places.some((place) => isWithin(leaf, place));
  const gone = left.filter((leaf) => isElsewhere(leaf) && !reached.includes(leaf));
  const come = reached.filter((leaf) => isElsewhere(leaf) && !left.includes(leaf));
  if (come.length === 0) return [];
  return [{ from: names(gone), event, guard: 'in turn', to: names(come) }];
}

/** Where a way is to be seen; one that goes nowhere is one of each region that it stands above. */
function placesOf(way: Way): readonly AnyStateNode[] {
  const domain = domainOf(way);
  return domain.type === 'parallel' && way.target === undefined
    ? Object.values(domain.states)
    : [domain];
}

/** The smallest state that holds both ends; what is outside of it does not take part. */
function domainOf({ source, target = [] }: Way): AnyStateNode {
  const around = (node: AnyStateNode): AnyStateNode =>
    node.parent !== undefined && !target.every((end) => isWithin(end, node))
      ? around(node.parent)
      : node;
  return around(source);
}

function guardOf(way: Way, snapshot: AnyMachineSnapshot, { event }: SpaceStep): { guard?: string } {
  if (way.guard !== undefined) return { guard: guardName(way.guard) };
  const rivals = waysFor(snapshot, event.type).filter(({ source }) => source === way.source);
  return rivals.some(({ guard }) => guard !== undefined) ? { guard: 'else' } : {};
}

function waysFor(snapshot: AnyMachineSnapshot, type: string): Way[] {
  return (getNextTransitions(snapshot) as readonly Way[]).filter(({ eventType }) =>
    matches(eventType, type),
  );
}

function names(leaves: readonly AnyStateNode[]): string {
  return leaves.map(pathOf).join(' · ');
}
