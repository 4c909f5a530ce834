import { chanceOf } from '../plan/chance.ts';
import { HOUR_MS } from '../plan/hour.ts';
import { pass } from './pass.ts';
import type { Scene } from './scene.ts';

/** The fleet is stopped at a random moment, and an hour later nothing of it is left (L3, I11). */
export async function endFleet(scene: Scene): Promise<void> {
  const { supervisor, plan, clock, judge, tell, fleetPolicy, faults, calls, known } = scene;
  if (judge.violation !== undefined) return;
  const chance = chanceOf(plan.seed, 'shutdown');
  for (const name of known) tell.stopping(name);
  const began = clock.now();
  let isStopped = false;
  const stopped = () => {
    isStopped = true;
    tell.stopped('fleet', clock.now() - began, fleetPolicy.shutdownTimeoutMs);
  };
  void supervisor.stop().then(stopped);
  // Every third host loses its patience (S3).
  if (chance.happens(0.33))
    clock.setTimeout(() => void supervisor.stop(), chance.between(0, 5_000));
  await pass(scene, fleetPolicy.shutdownTimeoutMs + 1, () => isStopped);
  judge.require(isStopped, 'L3 (S3)', 'fleet', () => 'its shutdown has no end');
  faults.active = false;
  await pass(scene, HOUR_MS);
  judge.require(calls.size === 0, 'I7 (K1)', 'fleet', () => `${calls.size} calls never settled`);
  if (judge.violation === undefined) tell.over();
}
