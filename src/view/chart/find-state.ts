import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { withDescendants } from '../../chart/with-descendants.ts';

/**
 * The state that a drawing begins with: the machine's root, or the one at `region`.
 * @param region path such as `breaker` or `connection.parked`.
 * @throws RangeError if `region` names no state; the message lists the machine's regions.
 */
export function findState(machine: AnyStateMachine, region: string | undefined): AnyStateNode {
  const { root } = machine;
  if (region === undefined) return root;
  const found = withDescendants(root).find(({ path }) => path.join('.') === region);
  if (found) return found;
  const known = Object.keys(root.states).join(', ');
  throw new RangeError(`${root.key} has no region ${region}; it has ${known}`);
}
