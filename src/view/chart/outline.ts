import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { chartEdges, type ChartEdge } from './chart-edges.ts';
import { findState } from './find-state.ts';

/** What an outline shows. */
export interface OutlineOptions {
  /** Path of the one state to draw, such as `breaker` or `connection.parked`; default: all. */
  readonly region?: string;
}

/**
 * A machine as an outline in plain ASCII: every state below the one that holds it, and below each
 * its ways out, with guards in brackets and delays by name. `*` marks where one begins, `(end)` where
 * it ends. A target stands by its name if it is a neighbour, else by its path.
 * @throws RangeError if `region` names no state; the message lists the machine's regions.
 */
export function toOutline(machine: AnyStateMachine, options: OutlineOptions = {}): string {
  const root = findState(machine, options.region);
  const edges = chartEdges(root);
  return `${[nameOf(root), ...insideOf(root, edges)].join('\n')}\n`;
}

function insideOf(node: AnyStateNode, edges: readonly ChartEdge[]): string[] {
  const children = Object.values(node.states);
  const trunk = children.length > 0 ? '|' : ' ';
  const ways = edges
    .filter(({ source }) => source === node)
    .flatMap((edge) => wayLines(edge))
    .map((line) => `${trunk}     ${line}`);
  const blocks = children.flatMap((child, index) => {
    const below = index === children.length - 1 ? '   ' : '|  ';
    return [
      '|',
      `+- ${nameOf(child)}`,
      ...insideOf(child, edges).map((line) => `${below}${line}`.trimEnd()),
    ];
  });
  return [...ways, ...blocks];
}

function nameOf(node: AnyStateNode): string {
  const isStart = node.parent?.initial?.target?.includes(node) === true;
  const marks = [
    ...(node.type === 'parallel' ? [' (all at once)'] : []),
    ...(node.type === 'final' ? [' (end)'] : []),
  ];
  return `${isStart ? '* ' : ''}${node.key}${marks.join('')}`;
}

/** One line per set of events; one without a name is taken as soon as its guard holds. */
function wayLines({ source, target, lines }: ChartEdge): string[] {
  const name = target.parent === source.parent ? target.key : target.path.join('.');
  return lines.map((line) => `${line === '' ? 'at once' : line} -> ${name}`);
}
