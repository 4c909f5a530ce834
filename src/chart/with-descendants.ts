import type { AnyStateNode } from 'xstate';

/** A state and all states inside it, outer ones first. */
export function withDescendants(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(withDescendants)];
}
