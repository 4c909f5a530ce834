import type { AnyStateMachine } from 'xstate';
import { chartStyle } from '../chart/chart-style.ts';
import { drawChart } from '../chart/draw-chart.ts';
import { svgNode, toMarkup } from '../chart/svg-node.ts';
import { layOut, type LayoutChoice } from './lay-out.ts';

/**
 * A machine, or one region of it, as an SVG file that can be looked at by itself, in light and dark.
 * @throws RangeError if `region` names no state.
 */
export async function renderChartSvg(
  machine: AnyStateMachine,
  choice: LayoutChoice = {},
): Promise<string> {
  const drawing = await layOut(machine, choice);
  const { tag, attributes, children } = drawChart(drawing);
  const { width, height } = drawing;
  return `${toMarkup(
    svgNode(tag, { ...attributes, width, height }, svgNode('style', {}, chartStyle), ...children),
  )}\n`;
}
