import type { ConnectionState } from '../../../machines/events.ts';
import { chanceOf, type Chance } from '../plan/chance.ts';
import type { ServerPlan } from '../plan/draw-server.ts';
import type { Scene } from '../run/scene.ts';

const targets = ['connecting', 'ready', 'reconnecting', 'parked'] as const;

/** How often the hunter looks for its prey, and how long until it wants another one. */
const LOOK_MS = 20_000;
const LONGEST_HUNT_MS = 3_600_000;

/** Shuts servers down, one at a time, from whatever state they were not yet shut down from. */
export class Hunter {
  readonly #scene: Scene;
  readonly #chance: Chance;
  readonly #away = new Set<string>();

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#chance = chanceOf(scene.plan.seed, 'hunter');
  }

  isAway(server: string): boolean {
    return this.#away.has(server);
  }

  /** Whether every server is back in the fleet. */
  get isIdle(): boolean {
    return this.#away.size === 0;
  }

  async huntOn(): Promise<void> {
    const { plan, faults, after } = this.#scene;
    if (plan.operatorGapMs === Infinity) return;
    for (;;) {
      await after(this.#chance.gap(plan.operatorGapMs * 4));
      if (!faults.active) return;
      const target = this.#chance.pick(targets);
      const prey = await this.#find(target);
      if (!faults.active) return;
      if (prey !== undefined) await this.#stopAndReturn(prey, target);
    }
  }

  async #find(target: ConnectionState): Promise<ServerPlan | undefined> {
    const { plan, clock, faults, after, stateOf } = this.#scene;
    const endsAt = clock.now() + LONGEST_HUNT_MS;
    // Nobody is found connecting by waiting for it.
    if (target === 'connecting') return this.#chance.pick(plan.fleet);
    while (faults.active && clock.now() < endsAt) {
      const prey = plan.fleet.find(({ name }) => stateOf(name)?.connection === target);
      if (prey !== undefined) return prey;
      await after(LOOK_MS);
    }
    return undefined;
  }

  async #stopAndReturn(prey: ServerPlan, target: ConnectionState): Promise<void> {
    const { name } = prey;
    const removes = this.#chance.happens(0.5);
    const pauseMs = this.#chance.gap(60_000);
    const soonMs = this.#chance.between(0, 400);
    this.#away.add(name);
    await this.#end(name, removes);
    await this.#scene.after(pauseMs);
    this.#comeBack(prey, removes);
    if (target === 'connecting') {
      await this.#scene.after(soonMs);
      await this.#end(name, removes);
      await this.#scene.after(pauseMs);
      this.#comeBack(prey, removes);
    }
    this.#away.delete(name);
  }

  async #end(name: string, removes: boolean): Promise<void> {
    const { supervisor, tell, fleetPolicy, known } = this.#scene;
    if (supervisor.stopping.aborted) return;
    tell.stopping(name);
    const { tookMs } = await (removes ? supervisor.remove(name) : supervisor.stop(name));
    if (removes) known.delete(name);
    tell.stopped(name, tookMs, fleetPolicy.shutdownTimeoutMs);
  }

  #comeBack({ name, entry }: ServerPlan, wasRemoved: boolean): void {
    const { supervisor, known } = this.#scene;
    // S1: a fleet that was stopped meanwhile takes nobody in.
    if (supervisor.stopping.aborted) return;
    known.add(name);
    if (wasRemoved) return supervisor.add(name, entry);
    // Not awaited: it ends with its first attempt, and the hunter has other things to do.
    void supervisor.restart(name);
  }
}
