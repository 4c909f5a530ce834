import type { Chance } from '../plan/chance.ts';
import type { ServerPlan } from '../plan/draw-server.ts';
import {
  attemptFaults,
  callFaults,
  type AttemptFault,
  type CallFault,
} from '../plan/fault-kinds.ts';
import type { Scene } from '../run/scene.ts';
import { pickKind } from './peer.ts';

/** Times in which one kind of fault meets nearly every attempt, or nearly every call. */
export interface Spells {
  readonly attempts: AttemptFault | undefined;
  readonly calls: CallFault | undefined;
}

interface Spell<Kind> {
  kind: Kind | undefined;
}

export function createSpells(scene: Scene, plan: ServerPlan, chance: Chance): Spells {
  const attempts: Spell<AttemptFault> = { kind: undefined };
  const calls: Spell<CallFault> = { kind: undefined };
  const startsBad = plan.temper === 'neverStarts' || chance.happens(0.15);
  const later = () => chance.gap(plan.spellGapMs);
  const draw = <Kind extends AttemptFault | CallFault>(kinds: readonly Kind[]) =>
    pickKind({ plan }, kinds, chance);
  void follow(attempts, startsBad ? 0 : later(), () => draw(attemptFaults));
  void follow(calls, later(), () => draw(callFaults));

  async function follow<Kind extends AttemptFault | CallFault>(
    spell: Spell<Kind>,
    firstMs: number,
    drawKind: () => Kind,
  ): Promise<void> {
    for (let waitMs = firstMs; scene.faults.active; waitMs = later()) {
      await scene.after(waitMs);
      const kind = drawKind();
      // A world that does not know this kind has no spells of it either.
      spell.kind = scene.plan.weights[kind] > 0 ? kind : undefined;
      await scene.after(chance.gap(plan.spellMs));
      spell.kind = undefined;
    }
  }
  const during = () => scene.faults.active && scene.faults.mayFail(plan.name);
  return {
    get attempts() {
      return during() ? attempts.kind : undefined;
    },
    get calls() {
      return during() ? calls.kind : undefined;
    },
  };
}
