import type { ChartDrawing, DrawnEdge, DrawnState, Point } from './drawing.ts';
import { svgNode, type SvgNode } from './svg-node.ts';

/**
 * A placed chart as SVG. Each state is a group with `data-state`, its path; each arrow one with
 * `data-source` and `data-target`, and its ways in a title. How it looks is up to a style sheet.
 */
export function drawChart({ width, height, states, edges }: ChartDrawing): SvgNode {
  return svgNode(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, class: 'chart' },
    ...states.filter(({ kind }) => kind === 'region' || kind === 'group').map(drawState),
    ...edges.map(drawEdge),
    ...states.filter(({ kind }) => kind !== 'region' && kind !== 'group').map(drawState),
  );
}

/** Where the first line of letters stands in a box of its own or at the top of a group. */
const nameBaseline = 5;

function drawState({ path, name, kind, x, y, width, height }: DrawnState): SvgNode {
  if (kind === 'start')
    return svgNode('circle', { class: 'start', cx: x + width / 2, cy: y + height / 2, r: 5 });
  const box = svgNode('rect', {
    class: 'box',
    x,
    y,
    width,
    height,
    rx: kind === 'region' ? 10 : 7,
  });
  const isLeaf = kind === 'state' || kind === 'anywhere';
  const text = isLeaf
    ? { x: x + width / 2, y: y + height / 2 + nameBaseline, 'text-anchor': 'middle' }
    : { x: x + 14, y: y + 18 + nameBaseline };
  const timer = svgNode('rect', {
    class: 'timer',
    x: x + 6,
    y: y + height - 6,
    width: width - 12,
    height: 3,
    rx: 1.5,
  });
  return svgNode(
    'g',
    {
      class: `state ${kind === 'state' ? 'leaf' : kind}`,
      ...(path !== '' && { 'data-state': path }),
    },
    box,
    ...(kind === 'state' ? [timer] : []),
    svgNode('text', { class: 'name', ...text }, name),
  );
}

function drawEdge({ source, target, points, label, ways }: DrawnEdge): SvgNode {
  return svgNode(
    'g',
    { class: 'edge', 'data-source': source, 'data-target': target },
    ...(ways.length > 0 ? [svgNode('title', {}, ways.join('\n'))] : []),
    svgNode('path', { class: 'line', d: roundedPath(points) }),
    svgNode('path', { class: 'head', d: headOf(points) }),
    ...(label?.lines ?? []).map((line, index) =>
      svgNode(
        'text',
        { class: 'way', x: label?.x ?? 0, y: (label?.y ?? 0) + 11 + 14 * index },
        line,
      ),
    ),
  );
}

const CORNER = 6;

/** Lines meet at right angles; round corners let the eye follow one of many. */
function roundedPath(points: readonly Point[]): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (!before) return `M${point.join(' ')}`;
      if (!after) return `L${point.join(' ')}`;
      const [into, out] = [toward(point, before), toward(point, after)];
      return `L${into.join(' ')}Q${point.join(' ')} ${out.join(' ')}`;
    })
    .join('');
}

/** A little way from one point to another, and never past the middle. */
function toward([x, y]: Point, [otherX, otherY]: Point): Point {
  const length = Math.hypot(otherX - x, otherY - y);
  const share = length === 0 ? 0 : Math.min(CORNER, length / 2) / length;
  return [tidy(x + (otherX - x) * share), tidy(y + (otherY - y) * share)];
}

/** The point of the arrow, drawn by hand: a shared marker would need an id of its own in each page. */
function headOf(points: readonly Point[]): string {
  const [tip, before] = [points.at(-1) ?? [0, 0], points.at(-2) ?? [0, 0]];
  const angle = Math.atan2(tip[1] - before[1], tip[0] - before[0]);
  const corner = (turn: number): string =>
    [tip[0] - 7 * Math.cos(angle + turn), tip[1] - 7 * Math.sin(angle + turn)].map(tidy).join(' ');
  return `M${tip.join(' ')}L${corner(0.45)}L${corner(-0.45)}Z`;
}

function tidy(length: number): number {
  return Math.round(length * 10) / 10;
}
