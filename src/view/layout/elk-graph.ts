import type { ElkExtendedEdge, ElkLabel, ElkNode, LayoutOptions } from 'elkjs';
import type { AnyStateNode } from 'xstate';
import { shortLabel } from './short-label.ts';
import type { ShownChart, ShownEdge } from './shown-chart.ts';
import { edgeText, nameText, sizeOf } from './text-size.ts';

/** Marks what is drawn but is no state: where a region starts, and "from anywhere in it". */
export const startMark = ' start';
export const anywhereMark = ' anywhere';

/** A chart as the layout library takes it: boxes in boxes, and edges with room for their words. */
export function toElkGraph(
  chart: ShownChart,
  { direction = 'DOWN', labels = 'short' }: Style,
): ElkNode {
  const padding = chart.root.type === 'parallel' ? unframed : boxed;
  const layoutOptions = { ...layered, ...padding, 'elk.direction': direction };
  return { ...toNode(chart.root, chart), layoutOptions, edges: toEdges(chart, wordings[labels]) };
}

export interface Style {
  /** Where the arrows mostly point. Default `DOWN`. */
  readonly direction?: 'DOWN' | 'RIGHT';
  /** What stands beside an arrow: the events, or also their guards. Default `short`. */
  readonly labels?: 'none' | 'short' | 'full';
}

type Words = (lines: readonly string[]) => readonly string[];

const wordings: Readonly<Record<NonNullable<Style['labels']>, Words>> = {
  none: () => [],
  short: shortLabel,
  full: (lines) => lines.filter((line) => line !== ''),
};

const layered: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
};

const spacing: LayoutOptions = {
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '3',
  'elk.layered.spacing.nodeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

/** The name of a group stands above what is in it. */
const boxed: LayoutOptions = { ...spacing, 'elk.padding': '[top=34,left=14,bottom=14,right=14]' };

/** Around a machine whose regions have boxes of their own there is none. */
const unframed: LayoutOptions = { ...spacing, 'elk.padding': '[top=1,left=1,bottom=1,right=1]' };

function toNode(node: AnyStateNode, chart: ShownChart): ElkNode {
  const children = chart.children(node).map((child) => toNode(child, chart));
  const name = sizeOf([node.key], nameText);
  if (children.length === 0)
    return { id: node.id, width: name.width + 28, height: name.height + 18 };
  const marks = marksOf(node, chart);
  return {
    id: node.id,
    labels: [{ text: node.key, ...name }],
    layoutOptions: boxed,
    children: [...marks, ...children],
  };
}

function marksOf(node: AnyStateNode, chart: ShownChart): ElkNode[] {
  const start = isRegion(node) ? [{ id: node.id + startMark, width: 12, height: 12 }] : [];
  const { width, height } = sizeOf(['any state'], edgeText);
  const anywhere = chart.edges.some(({ fromAnywhere, source }) => fromAnywhere && source === node)
    ? [{ id: node.id + anywhereMark, width: width + 16, height: height + 8 }]
    : [];
  return [...start, ...anywhere];
}

/** Drawn with a dot that shows where it begins; deeper down that would hide more than it tells. */
function isRegion(node: AnyStateNode): boolean {
  return node.type !== 'parallel' && (node.parent === undefined || node.parent.type === 'parallel');
}

function toEdges({ root, edges, children, start }: ShownChart, words: Words): ElkExtendedEdge[] {
  const regions = isRegion(root) ? [root] : children(root).filter(isRegion);
  const starts = regions.flatMap((region) => {
    const target = start(region);
    return target
      ? [{ id: `start of ${region.id}`, sources: [region.id + startMark], targets: [target.id] }]
      : [];
  });
  return [...starts, ...edges.map((edge) => toEdge(edge, words))];
}

function toEdge({ source, target, lines, fromAnywhere }: ShownEdge, words: Words): ElkExtendedEdge {
  return {
    id: `${source.id} > ${target.id}`,
    sources: [fromAnywhere ? source.id + anywhereMark : source.id],
    targets: [target.id],
    labels: toLabels(words(lines)),
  };
}

function toLabels(lines: readonly string[]): ElkLabel[] {
  return lines.length === 0 ? [] : [{ text: lines.join('\n'), ...sizeOf(lines, edgeText) }];
}
