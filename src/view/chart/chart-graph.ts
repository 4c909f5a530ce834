import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { withDescendants } from '../../chart/with-descendants.ts';
import { chartSteps } from './chart-edges.ts';
import { findState } from './find-state.ts';

/** A machine as data, for tools that draw or check it in their own way. */
export interface ChartGraph {
  readonly machine: string;
  /** Path of the state that all of this is in; empty for the machine itself. */
  readonly region: string;
  /** Outer ones first. */
  readonly states: readonly GraphState[];
  /** In the order in which they are tried: of several for one event, the first whose guard holds. */
  readonly edges: readonly GraphEdge[];
}

export interface GraphState {
  /** Names from the machine down, joined by dots; empty for the machine itself. */
  readonly path: string;
  readonly name: string;
  /** A `compound` state is in one of its states, a `parallel` one in all of them. */
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Path of the state that holds it; null for the machine itself. */
  readonly parent: string | null;
  /** Path of the state that a `compound` one begins in. */
  readonly initial?: string;
}

/** One way from a state to another. Exactly one of `event`, `delay` and `always` says when. */
export interface GraphEdge {
  readonly source: string;
  readonly target: string;
  /** Type of the event. What becomes of a child actor is told in words, as in `link crashed`. */
  readonly event?: string;
  /** Name of the delay after which it is taken, or its milliseconds. */
  readonly delay?: string;
  /** Taken as soon as the state is entered. */
  readonly always?: true;
  /** Name of the guard; `else` is what is left when no guard before it held. */
  readonly guard?: string;
}

/**
 * The graph of a machine or of one of its states, with all ways that change a state.
 * @throws RangeError if `region` names no state; the message lists the machine's regions.
 */
export function toGraph(
  machine: AnyStateMachine,
  { region }: { readonly region?: string } = {},
): ChartGraph {
  const root = findState(machine, region);
  const nodes = withDescendants(root);
  return {
    machine: machine.id,
    region: pathOf(root),
    states: nodes.map(toState),
    edges: chartSteps(root).map(({ source, target, trigger, guard }) => ({
      source: pathOf(source),
      target: pathOf(target),
      ...when(trigger),
      ...(guard !== '' && { guard }),
    })),
  };
}

function toState(node: AnyStateNode): GraphState {
  const [initial] = node.type === 'compound' ? (node.initial.target ?? []) : [];
  return {
    path: pathOf(node),
    name: node.key,
    type: node.type,
    parent: node.parent === undefined ? null : pathOf(node.parent),
    ...(initial && { initial: pathOf(initial) }),
  };
}

function when(trigger: string): Pick<GraphEdge, 'event' | 'delay' | 'always'> {
  if (trigger === '') return { always: true };
  return trigger.startsWith('after ')
    ? { delay: trigger.slice('after '.length) }
    : { event: trigger };
}

function pathOf(node: AnyStateNode): string {
  return node.path.join('.');
}
