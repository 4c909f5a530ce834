import { tool } from '../../../src/testing/world/scripted-answers.ts';
import type { Peer } from './peer.ts';
import type { PeerSession } from './peer-session.ts';

/** Always there: one that only reads, one that bears a second run, one that does not. */
export const steadyTools = ['look', 'put', 'append'] as const;
/** There at times. */
export const fleetingTools = ['red', 'green', 'blue', 'grey'] as const;

const steady = [
  tool('look', { annotations: { readOnlyHint: true } }),
  tool('put', { annotations: { idempotentHint: true } }),
  tool('append'),
];

/** What a server lists, and how that changes. */
export class OfferedTools {
  readonly #peer: Peer;
  readonly #current: () => PeerSession | undefined;
  readonly #fleeting = new Set<string>();
  list: readonly unknown[] = steady;

  constructor(peer: Peer, current: () => PeerSession | undefined) {
    this.#peer = peer;
    this.#current = current;
    void this.#change();
  }

  get names(): readonly string[] {
    return [...steadyTools, ...this.#fleeting].sort();
  }

  async #change(): Promise<void> {
    const { scene, plan, chance } = this.#peer;
    const lists = chance.lists;
    for (;;) {
      await scene.after(lists.gap(plan.changeGapMs));
      if (!scene.faults.active) return;
      const name = lists.pick(fleetingTools);
      const times = lists.between(5, 60);
      // T4: many a change falls into the reading of the one before.
      const [changesAgain, other] = [lists.happens(0.3), lists.pick(fleetingTools)];
      const soonMs = lists.between(0, 4_000);
      const changes = scene.faults.strikes('changesTools', plan.name, lists, 0.8);
      const floods = scene.faults.strikes('floodsListChanges', plan.name, lists, 0.15);
      if (changes) this.#toggle(name);
      if (changes || floods) this.#tell(floods ? times : 1);
      if (!changesAgain || !changes) continue;
      await scene.after(soonMs);
      if (!scene.faults.active) return;
      this.#toggle(other);
      this.#tell(1);
    }
  }

  #toggle(name: string): void {
    if (!this.#fleeting.delete(name)) this.#fleeting.add(name);
    this.list = [...steady, ...[...this.#fleeting].map((each) => tool(each))];
  }

  #tell(times: number): void {
    const session = this.#current();
    if (session !== undefined) this.#peer.scene.tell.listChanged(session, this.names);
    for (let told = 0; told < times; told += 1)
      session?.channel.notify('notifications/tools/list_changed');
  }
}
