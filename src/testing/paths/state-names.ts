import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { withDescendants } from '../../chart/with-descendants.ts';

/** The innermost active states of a snapshot, in the chart's order; parallel ones side by side. */
export function stateName(snapshot: AnyMachineSnapshot): string {
  return leavesOf(snapshot).map(pathOf).join(' · ');
}

/** The innermost active states, in the chart's order. */
export function leavesOf(snapshot: AnyMachineSnapshot): AnyStateNode[] {
  return activeNodes(snapshot)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .sort((a, b) => a.order - b.order);
}

/** A state's place in its chart, as in `connection.parked`; the root goes by its own id. */
export function pathOf(node: AnyStateNode): string {
  return node.path.join('.') || node.id;
}

export function isWithin(node: AnyStateNode, ancestor: AnyStateNode): boolean {
  return node === ancestor || (node.parent !== undefined && isWithin(node.parent, ancestor));
}

/** A state and all states inside it. */
export function allStates({ root }: AnyStateMachine): AnyStateNode[] {
  return withDescendants(root);
}

function activeNodes(snapshot: AnyMachineSnapshot): AnyStateNode[] {
  return [...(snapshot._nodes as readonly AnyStateNode[])];
}
