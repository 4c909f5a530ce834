import type { ServerMachine } from '../../machines/index.ts';

export type ChartNode = ServerMachine['root'];

/** A state of the chart and all states within it. */
export function* allNodes(node: ChartNode): Generator<ChartNode> {
  yield node;
  for (const child of Object.values(node.states) as ChartNode[]) yield* allNodes(child);
}
