import type { AnyStateNode } from 'xstate';
import { withDescendants } from '../../chart/with-descendants.ts';
import { chartEdges, type ChartEdge } from '../chart/chart-edges.ts';

/** What of a chart is shown. The default is all of it. */
export interface Detail {
  /** How many levels below the drawn state are shown. */
  readonly depth?: number;
  /** Paths of states that are drawn without what is inside them. */
  readonly folded?: readonly string[];
  /** Events that lead out of nearly every state: drawn once, from "any state". */
  readonly gathered?: readonly string[];
  /** States that are left as soon as they are entered are not drawn. */
  readonly settledOnly?: boolean;
}

/** What of a machine is drawn: states, and what leads from one to another. */
export interface ShownChart {
  readonly root: AnyStateNode;
  readonly edges: readonly ShownEdge[];
  readonly children: (node: AnyStateNode) => readonly AnyStateNode[];
  /** Where a region begins, past what is not shown. */
  readonly start: (region: AnyStateNode) => AnyStateNode | undefined;
}

export interface ShownEdge extends ChartEdge {
  /** It leaves from wherever one is inside the source. */
  readonly fromAnywhere: boolean;
}

/**
 * What leads to or from a state that is not shown is drawn at the state that holds it; what stays
 * inside one is left out.
 */
export function showChart(root: AnyStateNode, detail: Detail = {}): ShownChart {
  const shown = withDescendants(root).filter((node) => isShown(node, root, detail));
  const holderOf = (node: AnyStateNode): AnyStateNode | undefined =>
    shown.includes(node) ? node : node.parent && holderOf(node.parent);
  const edges = chartEdges(root).flatMap((edge): ShownEdge[] => {
    if (detail.settledOnly && isTransient(edge.source)) return [];
    const [source, target] = [holderOf(edge.source), holderOf(edge.target)];
    if (!source || !target) return [];
    if (source === target && (source !== edge.source || target !== edge.target)) return [];
    return entriesTo(target, root, detail)
      .filter((entry) => shown.includes(entry))
      .map((entry) => gather({ ...edge, source, target: entry }, root, detail));
  });
  return {
    root,
    edges: merge(edges),
    children: (node) => Object.values(node.states).filter((child) => shown.includes(child)),
    start: (region) => settledStart(region, detail),
  };
}

function isShown(node: AnyStateNode, root: AnyStateNode, detail: Detail): boolean {
  const { depth = Infinity, folded = [], settledOnly = false } = detail;
  if (node.path.length - root.path.length > depth) return false;
  if (folded.some((path) => node.path.join('.').startsWith(`${path}.`))) return false;
  return !(settledOnly && isTransient(node));
}

function isTransient({ type, always = [], transitions }: AnyStateNode): boolean {
  return type === 'atomic' && always.length > 0 && transitions.size === 0;
}

function settledStart(region: AnyStateNode, { settledOnly }: Detail): AnyStateNode | undefined {
  const [first] = region.initial.target ?? [];
  if (first === undefined || !settledOnly || !isTransient(first)) return first;
  // The last way is the one that nothing has to hold for.
  return first.always?.at(-1)?.target?.[0];
}

/** Around the whole there is no box that an arrow could end at; what leads there begins it anew. */
function entriesTo(target: AnyStateNode, root: AnyStateNode, detail: Detail): AnyStateNode[] {
  if (target !== root) return [target];
  if (root.type === 'parallel') return Object.values(root.states);
  const start = root.type === 'compound' ? settledStart(root, detail) : undefined;
  return start ? [start] : [];
}

/** An arrow out of a box to something inside it would cross all that is there. */
function gather(edge: ChartEdge, root: AnyStateNode, { gathered = [] }: Detail): ShownEdge {
  const events = edge.lines.flatMap((line) => line.replace(/ ?\[.*\]$/, '').split(', '));
  if (events.length > 0 && events.every((event) => gathered.includes(event))) {
    const region = regionOf(edge.source, root);
    return { ...edge, source: region, lines: events, fromAnywhere: true };
  }
  return { ...edge, fromAnywhere: isInside(edge.target, edge.source) };
}

function regionOf(node: AnyStateNode, root: AnyStateNode): AnyStateNode {
  const { parent } = node;
  if (node === root || !parent || parent.type === 'parallel') return node;
  return regionOf(parent, root);
}

function isInside(node: AnyStateNode, around: AnyStateNode): boolean {
  for (let { parent } = node; parent !== undefined; parent = parent.parent)
    if (parent === around) return true;
  return false;
}

function merge(edges: readonly ShownEdge[]): ShownEdge[] {
  const merged = new Map<string, ShownEdge>();
  for (const edge of edges) {
    const key = `${edge.source.id} > ${edge.target.id}`;
    const lines = new Set([...(merged.get(key)?.lines ?? []), ...edge.lines]);
    merged.set(key, { ...edge, lines: [...lines] });
  }
  return [...merged.values()];
}
