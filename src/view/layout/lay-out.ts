import Elk, { type ElkExtendedEdge, type ElkNode } from 'elkjs';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { withDescendants } from '../../chart/with-descendants.ts';
import type { Box, ChartDrawing, DrawnEdge, DrawnState, Point } from '../chart/drawing.ts';
import { findState } from '../chart/find-state.ts';
import { anywhereMark, startMark, toElkGraph, type Style } from './elk-graph.ts';
import { showChart, type Detail, type ShownChart } from './shown-chart.ts';

export interface LayoutChoice extends Detail, Style {
  /** Path of the one state to draw, such as `breaker` or `connection.parked`; default: all. */
  readonly region?: string;
}

/**
 * Finds a place for every state and arrow of a machine. It takes a moment, so it belongs where
 * things are built and not where they are shown.
 * @throws RangeError if `region` names no state.
 */
export async function layOut(
  machine: AnyStateMachine,
  choice: LayoutChoice = {},
): Promise<ChartDrawing> {
  const root = findState(machine, choice.region);
  const chart = showChart(root, choice);
  const placed = await new Elk.default().layout(toElkGraph(chart, choice));
  return {
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    states: statesOf(placed, namesOf(root)),
    edges: (placed.edges ?? []).map((edge) => toDrawnEdge(edge, chart, namesOf(root))),
  };
}

type Names = ReadonlyMap<string, AnyStateNode>;

function namesOf(root: AnyStateNode): Names {
  return new Map(withDescendants(root).map((node) => [node.id, node]));
}

function statesOf(placed: ElkNode, names: Names): DrawnState[] {
  const inside = (placed.children ?? []).flatMap((child) => statesOf(child, names));
  const box = boxOf(placed);
  if (placed.id.endsWith(startMark)) return [{ path: '', name: '', kind: 'start', ...box }];
  if (placed.id.endsWith(anywhereMark))
    return [{ path: '', name: 'any state', kind: 'anywhere', ...box }];
  const node = names.get(placed.id);
  // A parallel root is the paper that its regions are drawn on.
  if (!node || (node.parent === undefined && node.type === 'parallel')) return inside;
  return [
    { path: node.path.join('.'), name: node.key, kind: kindOf(node, placed), ...box },
    ...inside,
  ];
}

function kindOf(node: AnyStateNode, { children = [] }: ElkNode): DrawnState['kind'] {
  if (children.length === 0) return 'state';
  return node.parent?.type === 'parallel' ? 'region' : 'group';
}

function toDrawnEdge(edge: ElkExtendedEdge, chart: ShownChart, names: Names): DrawnEdge {
  const [source = '', target = ''] = edge.id.split(' > ');
  const [label] = edge.labels ?? [];
  const ways = chart.edges.find((one) => `${one.source.id} > ${one.target.id}` === edge.id)?.lines;
  const pathOf = (id: string) => names.get(id)?.path.join('.') ?? '';
  return {
    source: pathOf(source),
    target: pathOf(target),
    points: (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) =>
      [startPoint, ...bendPoints, endPoint].map(({ x, y }): Point => [round(x), round(y)]),
    ),
    ...(label && { label: { ...boxOf(label), lines: (label.text ?? '').split('\n') } }),
    ways: ways ?? [],
  };
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
