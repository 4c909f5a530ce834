import type { ServerEntry } from '../../../src/config/server-entry.ts';
import { HoldfastError } from '../../../src/errors/holdfast-error.ts';
import { chanceOf, type Chance } from '../plan/chance.ts';
import { drawPolicy } from '../plan/draw-policy.ts';
import type { ServerPlan } from '../plan/draw-server.ts';
import type { Scene } from '../run/scene.ts';

type Deed = (server: ServerPlan) => void | Promise<unknown>;

/** Whoever runs the fleet: asks for attempts, changes it, and lets the machine sleep. */
export class Operator {
  readonly #scene: Scene;
  readonly #chance: Chance;
  readonly #isAway: (server: string) => boolean;
  #version = 0;

  /** @param isAway whether somebody else is stopping or removing the server just now */
  constructor(scene: Scene, isAway: (server: string) => boolean) {
    this.#scene = scene;
    this.#chance = chanceOf(scene.plan.seed, 'operator');
    this.#isAway = isAway;
  }

  async workOn(): Promise<void> {
    const { plan, faults, after } = this.#scene;
    if (plan.operatorGapMs === Infinity) return;
    for (;;) {
      await after(this.#chance.gap(plan.operatorGapMs));
      if (!faults.active) return;
      const deed = this.#chance.pick(this.#deeds);
      const server = this.#chance.pick(plan.fleet);
      // Not awaited: people do not wait either.
      if (!this.#isAway(server.name)) void this.#do(deed, server);
    }
  }

  readonly #deeds: readonly Deed[] = [
    ({ name }) => this.#scene.supervisor.retry(name),
    ({ name }) => this.#scene.supervisor.retry(name),
    ({ name }) => this.#scene.supervisor.retry(name, 'login'),
    ({ name }) => this.#scene.supervisor.restart(name),
    ({ name }) => this.#scene.supervisor.ready(name, { timeoutMs: 20_000 }),
    ({ name }) => this.#look(name),
    (server) => this.#replace(server, 'reach'),
    (server) => this.#replace(server, 'policy'),
    () => this.#configure(),
    () => this.#sleep(),
  ];

  async #do(deed: Deed, server: ServerPlan): Promise<void> {
    this.#scene.journal.note('operator', `${this.#deeds.indexOf(deed)} ${server.name}`);
    try {
      await deed(server);
    } catch (error) {
      // That it fails is an answer too; anything but our own error is a defect.
      if (!(error instanceof HoldfastError)) throw error;
    }
  }

  /** Whatever is asked, there is an answer. */
  #look(name: string): void {
    const { supervisor, judge } = this.#scene;
    const { text } = supervisor.explain(name);
    judge.require(text.length > 0, 'H2', name, () => 'there was no explanation');
    supervisor.tools({ include: 'all' });
  }

  #replace({ name, entry, kind }: ServerPlan, what: 'reach' | 'policy'): void {
    const policy = drawPolicy(this.#chance);
    if (what === 'reach') this.#version += 1;
    const reach: ServerEntry =
      kind === 'stdio'
        ? { ...entry, command: name, args: [`v${this.#version}`] }
        : { ...entry, url: `http://127.0.0.1:1/${name}?v=${this.#version}` };
    this.#scene.supervisor.replace(name, what === 'policy' ? { ...reach, policy } : reach);
  }

  /** F4: the fleet's own limits stay, so that the invariants know which ones hold. */
  #configure(): void {
    const { supervisor, fleetPolicy } = this.#scene;
    supervisor.configure({ ...drawPolicy(this.#chance), ...fleetPolicy });
  }

  /** F3. */
  #sleep(): void {
    const { clock, faults, tell } = this.#scene;
    const durationMs = this.#chance.between(31_000, 900_000);
    if (!faults.strikes('sleeps', 'host', this.#chance, 0.9)) return;
    clock.sleep(durationMs);
    tell.slept(durationMs);
  }
}
