import { explore } from '../../machines/explore.ts';
import { spaceInvariants, viewOf } from '../../machines/space-invariants.ts';
import type { Layer } from './layer.ts';

/** Every state that the machine can get into, and what has to hold in all of them. */
export const exploration: Layer = async ({ alive }) => {
  alive('exploring');
  try {
    const space = viewOf(explore());
    for (const { title, broken } of spaceInvariants) {
      alive(title);
      const [first] = broken(space);
      if (first !== undefined) return { rule: title, what: first };
    }
    return undefined;
  } catch (error) {
    // A space without end, or one that cannot be explored, is a finding as well.
    return { rule: 'C14 the states are finitely many', what: String(error) };
  }
};
